// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.guard.FencingDomain;
import java.io.IOException;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Adds the fencing token of the innermost {@code @Locked} method to the requests of a {@code RestClient} or
 * {@code RestTemplate}. A bean, which you give to the clients that call guarded services:
 *
 * <pre>{@code RestClient stock = builder.requestInterceptor(fencing).build();}</pre>
 *
 * Thread-safe.
 */
public final class FencingTokenInterceptor implements ClientHttpRequestInterceptor {

    private final FencingDomain domain;

    FencingTokenInterceptor(FencingDomain domain) {
        this.domain = domain;
    }

    /**
     * Sends a request with the token.
     *
     * @throws IllegalStateException if no {@code @Locked} method is around the call, or if it holds several locks. The
     *     request is not sent, because the server could not order it.
     * @throws IOException as the request
     */
    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        FencingHeaders.add(request.getHeaders(), domain.claim(CurrentLock.handle()));
        return execution.execute(request, body);
    }
}
