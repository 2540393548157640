// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import dev.interlock.annotation.fencing.RequestGuard;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Checks the token of each request to a guarded method on WebFlux, before the method is called. The check uses the method
 * and not the path, because a path has many spellings. It is the last filter: others may check who calls, so only a
 * caller's own tokens are remembered. Thread-safe.
 */
final class WebFluxGuard implements WebFilter, Ordered, SmartInitializingSingleton {

    private final FencingProperties properties;
    private final RequestGuard guard;
    private final List<RequestMappingHandlerMapping> mappings;

    WebFluxGuard(FencingProperties properties, List<RequestMappingHandlerMapping> mappings) {
        this.properties = properties;
        this.guard = GuardedMethods.guard(properties);
        this.mappings = mappings;
    }

    @Override
    public void afterSingletonsInstantiated() {
        GuardedMethods.check(
                mappings.stream().flatMap(mapping -> mapping.getHandlerMethods().values().stream()), properties);
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return method(exchange)
                .filter(GuardedMethods::contains)
                .map(method -> guard.check(exchange.getRequest().getHeaders()::getFirst))
                .defaultIfEmpty(Optional.empty())
                .flatMap(refusal ->
                        refusal.isPresent() ? refused(exchange.getResponse(), refusal.get()) : chain.filter(exchange));
    }

    /** The method that Spring is about to call; empty for other handlers, and if there is an error, which it finds too. */
    private Mono<HandlerMethod> method(ServerWebExchange exchange) {
        return CorsUtils.isPreFlightRequest(exchange.getRequest())
                ? Mono.empty()
                : Flux.fromIterable(mappings)
                        .concatMap(mapping -> mapping.getHandlerInternal(exchange))
                        .next()
                        .onErrorResume(error -> Mono.empty());
    }

    private static Mono<Void> refused(ServerHttpResponse response, RequestGuard.Refusal refusal) {
        response.setStatusCode(HttpStatusCode.valueOf(refusal.status()));
        response.getHeaders().setContentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8));
        byte[] reason = refusal.reason().getBytes(StandardCharsets.UTF_8);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(reason)));
    }
}
