// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingGuard;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.web.router.RouteAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the token of each request to a route with {@link RequiresFencingToken}, before its method is called.
 * Thread-safe.
 */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
@Requires(classes = RouteAttributes.class)
final class FencingServerFilter {

    private final FencingConfiguration configuration;
    private final FencingGuard guard;

    FencingServerFilter(FencingConfiguration configuration) {
        this.configuration = configuration;
        this.guard = new FencingGuard(configuration.maxNames());
    }

    /** Accepts or rejects a request. The check uses the route and not the path, because a path has many spellings. */
    @RequestFilter
    @Nullable
    HttpResponse<?> check(HttpRequest<?> request) {
        boolean guarded = RouteAttributes.getRouteMatch(request)
                .filter(route -> route.getAnnotationMetadata().hasAnnotation(RequiresFencingToken.class))
                .isPresent();
        if (!guarded) {
            return null;
        }
        try {
            Optional<FencingClaim> claim = FencingHeaders.read(request.getHeaders());
            return claim.isEmpty() ? missing() : checked(claim.get());
        } catch (IllegalArgumentException e) {
            return refused(HttpStatus.BAD_REQUEST, e.getMessage());
        } catch (StaleTokenException e) {
            return refused(HttpStatus.CONFLICT, e.getMessage());
        }
    }

    private @Nullable HttpResponse<?> checked(FencingClaim claim) {
        String ours = configuration.domain().name();
        if (!claim.domain().name().equals(ours)) {
            return refused(
                    HttpStatus.BAD_REQUEST,
                    "the token is of domain '" + claim.domain().name() + "' but this service guards '" + ours + "'");
        }
        guard.claim(claim, () -> claim);
        return null;
    }

    private static HttpResponse<?> missing() {
        return refused(
                HttpStatus.PRECONDITION_REQUIRED,
                "no fencing token: send " + FencingHeaders.DOMAIN + ", " + FencingHeaders.LOCK + " and "
                        + FencingHeaders.TOKEN + " of the lock that guards this resource");
    }

    private static HttpResponse<?> refused(HttpStatus status, @Nullable String reason) {
        return HttpResponse.status(status)
                .contentType(MediaType.TEXT_PLAIN_TYPE)
                .body(String.valueOf(reason));
    }
}
