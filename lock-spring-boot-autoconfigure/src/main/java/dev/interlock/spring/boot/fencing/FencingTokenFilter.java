// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.hold.HoldsAround;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Adds the fencing token of the innermost {@code @Locked} method to the requests of a {@code WebClient}. A bean, which
 * you give to the clients that call guarded services:
 *
 * <pre>{@code WebClient stock = builder.filter(fencing).build();}</pre>
 *
 * The method is the one whose stream contains the request, on any thread; or else the one that runs on the thread that
 * subscribes. Thread-safe.
 */
public final class FencingTokenFilter implements ExchangeFilterFunction {

    private final FencingDomain domain;

    FencingTokenFilter(FencingDomain domain) {
        this.domain = domain;
    }

    /**
     * Sends a request with the token. The result fails with {@link IllegalStateException} if no {@code @Locked} method is
     * around the call, or if it holds several locks. The request is not sent then, because the server could not order it.
     */
    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(stream -> {
            HoldsAround holds =
                    stream.<HoldsAround>getOrEmpty(HoldsAround.class).orElseGet(HoldsAround::current);
            FencingClaim claim = domain.claim(holds.run(CurrentLock::handle));
            return next.exchange(ClientRequest.from(request)
                    .headers(headers -> FencingHeaders.add(headers, claim))
                    .build());
        });
    }
}
