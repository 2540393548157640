// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import dev.interlock.annotation.fencing.ClaimHeaders;
import dev.interlock.guard.FencingClaim;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** The claim of a request, for the method that presents it to the guard of its store. */
final class ClaimParameter {

    private ClaimParameter() {}

    static boolean is(MethodParameter parameter) {
        return parameter.getParameterType().equals(FencingClaim.class);
    }

    /**
     * Reads the claim, which a method without {@link RequiresFencingToken} may be called without.
     *
     * @param header returns the value of a header, or null
     * @throws ResponseStatusException if there is none, or it cannot be read: 400
     */
    static FencingClaim value(Function<String, @Nullable String> header) {
        try {
            return ClaimHeaders.read(header).orElseThrow(() -> new IllegalArgumentException("no fencing token"));
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }
}
