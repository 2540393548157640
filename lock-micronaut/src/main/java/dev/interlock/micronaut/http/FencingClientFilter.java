// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import dev.interlock.annotation.CurrentLock;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.MutableHttpRequest;
import io.micronaut.http.annotation.ClientFilter;
import io.micronaut.http.annotation.RequestFilter;

/** Adds the token of the innermost lock to the requests of clients with {@link SendsFencingToken}. Thread-safe. */
@SendsFencingToken
@ClientFilter(ClientFilter.MATCH_ALL_PATTERN)
@Requires(classes = ClientFilter.class)
final class FencingClientFilter {

    private final FencingConfiguration configuration;

    FencingClientFilter(FencingConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Fails if there is no token, because the server could not order the request. */
    @RequestFilter
    void add(MutableHttpRequest<?> request) {
        FencingHeaders.add(request, configuration.domain().claim(CurrentLock.handle()));
    }
}
