// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import dev.interlock.annotation.fencing.RequestGuard;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.web.router.RouteAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Checks the token of each request to a route with {@link RequiresFencingToken}, before its method is called.
 * Thread-safe.
 */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
@Requires(classes = RouteAttributes.class)
final class FencingServerFilter {

    private final RequestGuard guard;

    FencingServerFilter(FencingConfiguration configuration) {
        this.guard = new RequestGuard(configuration::domain, configuration.maxNames());
    }

    /** Accepts or rejects a request. The check uses the route and not the path, because a path has many spellings. */
    @RequestFilter
    @Nullable
    HttpResponse<?> check(HttpRequest<?> request) {
        boolean guarded = RouteAttributes.getRouteMatch(request)
                .filter(route -> route.getAnnotationMetadata().hasAnnotation(RequiresFencingToken.class))
                .isPresent();
        return guarded
                ? guard.check(request.getHeaders()::get)
                        .map(FencingServerFilter::response)
                        .orElse(null)
                : null;
    }

    private static HttpResponse<?> response(RequestGuard.Refusal refusal) {
        return HttpResponse.status(HttpStatus.valueOf(refusal.status()))
                .contentType(MediaType.TEXT_PLAIN_TYPE)
                .body(refusal.reason());
    }
}
