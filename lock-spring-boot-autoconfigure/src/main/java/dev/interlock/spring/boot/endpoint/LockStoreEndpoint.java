// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.endpoint;

import dev.interlock.LockClient;
import dev.interlock.annotation.client.StoreLocks;
import dev.interlock.annotation.client.StoreLocks.Answer;
import dev.interlock.spring.boot.client.LockClients;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/**
 * The endpoint {@code lockstore}, over HTTP only: lists the locks that any client holds in the store of a configured
 * client, and frees one. Boot exposes it only on request. To free a lock, its access must be {@code unrestricted} as
 * well, since a holder that still works is then not alone. Each request asks the store. Thread-safe.
 *
 * <p>Boot 3 takes a parameter as optional only with Spring's own annotation.
 */
@WebEndpoint(id = "lockstore", defaultAccess = Access.READ_ONLY)
final class LockStoreEndpoint {

    private final Supplier<LockClients> clients;

    /**
     * Asks nothing yet.
     *
     * @param clients the clients of the application
     */
    LockStoreEndpoint(Supplier<LockClients> clients) {
        this.clients = clients;
    }

    /**
     * The locks that are held in a store.
     *
     * @param client the name of the client's bean; null for the main client
     * @param prefix the start of their names; null for all
     * @param atMost how many to list; null for 100
     * @return as {@link StoreLocks#list}; 404 for an unknown client
     */
    @ReadOperation
    WebEndpointResponse<Map<String, Object>> held(
            @Nullable String client, @Nullable String prefix, @Nullable Integer atMost) {
        return ask(client, asked -> StoreLocks.list(asked, prefix, atMost));
    }

    /**
     * Frees a lock of a holder that cannot.
     *
     * @param client the name of the client's bean; null for the main client
     * @param name the lock
     * @param token the token of its holder
     * @param caller the user who asks
     * @return as {@link StoreLocks#free}; 404 for an unknown client
     */
    @DeleteOperation
    WebEndpointResponse<Map<String, Object>> free(
            @Nullable String client, String name, long token, SecurityContext caller) {
        Principal user = caller.getPrincipal();
        String userName = user == null ? null : user.getName();
        return ask(client, asked -> StoreLocks.free(asked, name, token, userName));
    }

    private WebEndpointResponse<Map<String, Object>> ask(@Nullable String bean, Function<LockClient, Answer> question) {
        String asked = bean == null ? LockClients.MAIN : bean;
        Optional<LockClient> client = clients.get().client(asked);
        if (client.isEmpty()) {
            return new WebEndpointResponse<>(
                    Map.of("error", "there is no client '" + asked + "', or it was not used yet"),
                    WebEndpointResponse.STATUS_NOT_FOUND);
        }
        Answer answer = question.apply(client.get());
        return new WebEndpointResponse<>(answer.body(), answer.status());
    }
}
