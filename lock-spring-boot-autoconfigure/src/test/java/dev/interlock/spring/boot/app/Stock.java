// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import dev.interlock.guard.FencingClaim;
import dev.interlock.spring.boot.fencing.FencingTokenFilter;
import dev.interlock.spring.boot.fencing.FencingTokenInterceptor;
import dev.interlock.spring.boot.fencing.RequiresFencingToken;
import dev.interlock.spring.boot.locked.Locked;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A service whose resources are guarded, and a caller that holds locks. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Stock {

    /** Some of its methods are guarded. */
    @RestController
    @RequestMapping("/stock")
    static class Resource {

        final CountDownLatch slowBegan = new CountDownLatch(1);
        final CompletableFuture<String> slow = new CompletableFuture<>();

        @PostMapping("/{item}")
        @RequiresFencingToken
        String take(@PathVariable String item, FencingClaim claim) {
            return item + " for " + claim.lock() + " of " + claim.domain() + " by " + claim.token();
        }

        @PostMapping("/slow")
        @RequiresFencingToken
        CompletableFuture<String> takeSlowly() {
            slowBegan.countDown();
            return slow;
        }

        @GetMapping("/{item}")
        String look(@PathVariable String item) {
            return item;
        }

        @PostMapping("/open")
        String claimOfAnyone(FencingClaim claim) {
            return claim.toString();
        }
    }

    /** All of its methods are guarded. */
    @RestController
    @RequiresFencingToken
    static class Shelf {

        @GetMapping("/shelf")
        String look() {
            return "shelf";
        }
    }

    /** Calls the resources. */
    @Component
    static class Caller {

        private final RestClient rest;
        private final WebClient web;

        Caller(Optional<FencingTokenInterceptor> interceptor, Optional<FencingTokenFilter> filter) {
            RestClient.Builder ofRest = RestClient.builder();
            interceptor.ifPresent(ofRest::requestInterceptor);
            this.rest = ofRest.build();
            WebClient.Builder ofWeb = WebClient.builder();
            filter.ifPresent(ofWeb::filter);
            this.web = ofWeb.build();
        }

        @Locked("{#{item}} ü/%")
        String byRestClient(String address, String item) {
            return withoutLock(address, item);
        }

        @Locked("{#{item}} ü/%")
        String byWebClient(String address, String item) {
            return String.valueOf(withoutLockByWebClient(address, item).block());
        }

        @Locked("{#{item}} ü/%")
        Mono<String> byStream(String address, String item) {
            return withoutLockByWebClient(address, item);
        }

        @Locked({"a", "b"})
        String underTwo(String address, String item) {
            return withoutLock(address, item);
        }

        String withoutLock(String address, String item) {
            return String.valueOf(
                    rest.post().uri(address + "/stock/{item}", item).retrieve().body(String.class));
        }

        Mono<String> withoutLockByWebClient(String address, String item) {
            return web.post().uri(address + "/stock/{item}", item).retrieve().bodyToMono(String.class);
        }
    }
}
