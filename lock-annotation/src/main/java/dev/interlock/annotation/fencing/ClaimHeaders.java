// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.fencing;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FencingClaim} as request headers, the same for all frameworks. The names are percent-encoded, the token is a
 * decimal number. Thread-safe.
 */
public final class ClaimHeaders {

    /** The domain: name, slash, generation. */
    public static final String DOMAIN = "Interlock-Domain";

    /** The name of the lock. */
    public static final String LOCK = "Interlock-Lock";

    /** The fencing token. */
    public static final String TOKEN = "Interlock-Token";

    private ClaimHeaders() {}

    /**
     * Writes a claim.
     *
     * @param claim the claim
     * @return the value of each header
     */
    public static Map<String, String> of(FencingClaim claim) {
        FencingDomain domain = claim.domain();
        return Map.of(
                DOMAIN,
                encoded(domain.name()) + "/" + domain.generation(),
                LOCK,
                encoded(claim.lock().value()),
                TOKEN,
                Long.toString(claim.token()));
    }

    /**
     * Reads the claim of a request.
     *
     * @param header returns the value of a header, or null
     * @return the claim; empty if none of the headers is present
     * @throws IllegalArgumentException if only some are present, or one cannot be read
     */
    public static Optional<FencingClaim> read(Function<String, @Nullable String> header) {
        String domain = header.apply(DOMAIN);
        String lock = header.apply(LOCK);
        String token = header.apply(TOKEN);
        if (domain == null && lock == null && token == null) {
            return Optional.empty();
        }
        String text = required(DOMAIN, domain);
        int slash = text.lastIndexOf('/');
        String name = decoded(DOMAIN, slash < 0 ? text : text.substring(0, slash));
        int generation = Math.toIntExact(number(DOMAIN, text.substring(slash + 1), Integer.MAX_VALUE));
        return Optional.of(new FencingDomain(name, generation)
                .claim(decoded(LOCK, required(LOCK, lock)), number(TOKEN, required(TOKEN, token), Long.MAX_VALUE)));
    }

    private static String required(String header, @Nullable String value) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "header " + header + " is missing: send " + DOMAIN + ", " + LOCK + " and " + TOKEN + " together");
        }
        return value;
    }

    private static long number(String header, String text, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw bad(header, most, e);
        }
        throw bad(header, most, null);
    }

    private static IllegalArgumentException bad(String header, long most, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "header " + header + " must end with a whole number from 1 to " + most + " but does not", cause);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static String decoded(String header, String name) {
        try {
            return URLDecoder.decode(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("header " + header + " is not percent-encoded correctly", e);
        }
    }
}
