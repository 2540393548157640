// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import dev.interlock.guard.FencingClaim;
import dev.interlock.micronaut.Locked;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.client.annotation.Client;
import jakarta.inject.Singleton;

/** A service whose resource is guarded, its client, and a caller that holds a lock. */
final class Stock {

    private Stock() {}

    @Controller("/stock")
    @Requires(property = "test.stock", value = "true")
    static class Resource {

        @Post("/{item}")
        @RequiresFencingToken
        String take(String item, FencingClaim claim) {
            return item + " for " + claim.lock() + " of " + claim.domain() + " by " + claim.token();
        }

        @Get("/{item}")
        String look(String item) {
            return item;
        }
    }

    @SendsFencingToken
    @Client("/stock")
    @Requires(property = "test.stock", value = "true")
    interface Calls {

        @Post("/{item}")
        String take(String item);
    }

    @Singleton
    @Requires(property = "test.stock", value = "true")
    static class Shop {

        private final Calls calls;

        Shop(Calls calls) {
            this.calls = calls;
        }

        @Locked("stock of #{item}")
        String sell(String item) {
            return calls.take(item);
        }

        String sellWithoutALock(String item) {
            return calls.take(item);
        }
    }
}
