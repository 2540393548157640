// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.fencing;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.guard.FencingGuard;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Accepts or refuses requests by their fencing tokens, which it remembers in memory. Thread-safe. */
public final class RequestGuard {

    private static final int BAD_REQUEST = 400;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_REQUIRED = 428;

    private final Supplier<FencingDomain> domain;
    private final FencingGuard guard;

    /**
     * Makes a guard that has seen no token.
     *
     * @param domain the domain whose tokens it accepts, asked for with each token; its generation does not count
     * @param maxNames the maximum number of lock names that it remembers, at least 1
     * @throws IllegalArgumentException if {@code maxNames} is less than 1
     */
    public RequestGuard(Supplier<FencingDomain> domain, int maxNames) {
        this.domain = domain;
        this.guard = new FencingGuard(maxNames);
    }

    /**
     * A refused request.
     *
     * @param status the status of the response
     * @param reason its text
     */
    public record Refusal(int status, String reason) {}

    /**
     * Checks a request, and remembers its token if it is the newest of its lock.
     *
     * @param header returns the value of a header, or null
     * @return empty if the request may go on. Refused is a request without a token (428), with one that cannot be read
     *     or is of another domain (400), and with one that is older than another of the same lock (409).
     * @throws IllegalStateException if the lock is unknown and the maximum number of names is reached
     */
    public Optional<Refusal> check(Function<String, @Nullable String> header) {
        try {
            Optional<FencingClaim> claim = ClaimHeaders.read(header);
            return claim.isEmpty() ? Optional.of(missing()) : check(claim.get());
        } catch (IllegalArgumentException e) {
            return Optional.of(new Refusal(BAD_REQUEST, String.valueOf(e.getMessage())));
        } catch (StaleTokenException e) {
            return Optional.of(new Refusal(CONFLICT, String.valueOf(e.getMessage())));
        }
    }

    private Optional<Refusal> check(FencingClaim claim) {
        String ours = domain.get().name();
        String theirs = claim.domain().name();
        if (!theirs.equals(ours)) {
            return Optional.of(new Refusal(
                    BAD_REQUEST, "the token is of domain '" + theirs + "' but this service guards '" + ours + "'"));
        }
        guard.claim(claim, () -> claim);
        return Optional.empty();
    }

    private static Refusal missing() {
        return new Refusal(
                PRECONDITION_REQUIRED,
                "no fencing token: send " + ClaimHeaders.DOMAIN + ", " + ClaimHeaders.LOCK + " and "
                        + ClaimHeaders.TOKEN + " of the lock that guards this resource");
    }
}
