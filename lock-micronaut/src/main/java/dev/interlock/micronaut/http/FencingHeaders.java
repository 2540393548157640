// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import dev.interlock.annotation.fencing.ClaimHeaders;
import dev.interlock.guard.FencingClaim;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.MutableHttpRequest;
import java.util.Optional;

/**
 * A {@link FencingClaim} as request headers. The names are percent-encoded, the token is a decimal number. Thread-safe.
 */
public final class FencingHeaders {

    /** The domain: name, slash, generation. */
    public static final String DOMAIN = ClaimHeaders.DOMAIN;

    /** The name of the lock. */
    public static final String LOCK = ClaimHeaders.LOCK;

    /** The fencing token. */
    public static final String TOKEN = ClaimHeaders.TOKEN;

    private FencingHeaders() {}

    /**
     * Adds a claim to a request, as the filter for {@link SendsFencingToken} does. For clients that code calls
     * directly.
     *
     * @param request the request
     * @param claim the claim
     */
    public static void add(MutableHttpRequest<?> request, FencingClaim claim) {
        ClaimHeaders.of(claim).forEach(request::header);
    }

    /**
     * Reads the claim of a request.
     *
     * @param headers the headers of the request
     * @return the claim; empty if none of the headers is present
     * @throws IllegalArgumentException if only some are present, or one cannot be read
     */
    public static Optional<FencingClaim> read(HttpHeaders headers) {
        return ClaimHeaders.read(headers::get);
    }
}
