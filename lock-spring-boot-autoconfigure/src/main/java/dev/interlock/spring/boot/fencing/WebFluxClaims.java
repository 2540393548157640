// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import org.springframework.core.MethodParameter;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Passes the claim of a request to its method on WebFlux. Thread-safe. */
final class WebFluxClaims implements WebFluxConfigurer, HandlerMethodArgumentResolver {

    @Override
    public void configureArgumentResolvers(ArgumentResolverConfigurer resolvers) {
        resolvers.addCustomResolver(this);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return ClaimParameter.is(parameter);
    }

    @Override
    public Mono<Object> resolveArgument(MethodParameter parameter, BindingContext binding, ServerWebExchange exchange) {
        return Mono.fromSupplier(
                () -> ClaimParameter.value(exchange.getRequest().getHeaders()::getFirst));
    }
}
