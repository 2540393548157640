// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import dev.interlock.annotation.fencing.ClaimHeaders;
import dev.interlock.guard.FencingClaim;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/**
 * A {@link FencingClaim} as request headers, for code that has the claim itself: after a lock by hand, or after several
 * locks. Thread-safe.
 */
public final class FencingHeaders {

    private FencingHeaders() {}

    /**
     * Writes a claim, as {@link FencingTokenInterceptor} does.
     *
     * @param headers the headers of a request
     * @param claim the claim
     */
    public static void add(HttpHeaders headers, FencingClaim claim) {
        ClaimHeaders.of(claim).forEach(headers::set);
    }

    /**
     * Reads the claim of a request.
     *
     * @param headers the headers of the request
     * @return the claim; empty if none of the headers is present
     * @throws IllegalArgumentException if only some are present, or one cannot be read
     */
    public static Optional<FencingClaim> read(HttpHeaders headers) {
        return ClaimHeaders.read(headers::getFirst);
    }
}
