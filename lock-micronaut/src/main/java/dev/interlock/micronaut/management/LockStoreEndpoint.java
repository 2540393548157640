// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.management;

import dev.interlock.annotation.client.LazyLockClient;
import dev.interlock.annotation.client.StoreLocks;
import io.micronaut.context.annotation.Property;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.management.endpoint.annotation.Delete;
import io.micronaut.management.endpoint.annotation.Endpoint;
import io.micronaut.management.endpoint.annotation.Read;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint {@code /lockstore}: lists the locks that any client holds in the store, and frees one. It is there only if
 * {@code endpoints.lockstore.enabled} says so, and frees nothing unless {@code endpoints.lockstore.free} is true, since a
 * holder that still works is then not alone. Sensitive unless {@code endpoints.lockstore.sensitive} is false. Each request
 * asks the store. Thread-safe.
 */
@Endpoint(id = LockStoreEndpoint.ID, defaultEnabled = false, defaultSensitive = true)
@Requires(classes = Endpoint.class)
@Requires(beans = LazyLockClient.class)
final class LockStoreEndpoint {

    static final String ID = "lockstore";

    private final LazyLockClient client;
    private final boolean frees;

    /**
     * Asks nothing yet.
     *
     * @param client the configured client
     * @param frees whether locks can be freed
     */
    LockStoreEndpoint(
            LazyLockClient client, @Property(name = "endpoints.lockstore.free", defaultValue = "false") boolean frees) {
        this.client = client;
        this.frees = frees;
    }

    /**
     * The locks that are held in the store.
     *
     * @param prefix the start of their names; null for all
     * @param atMost how many to list; null for 100
     * @return as {@link StoreLocks#list}
     */
    @Read
    @ExecuteOn(TaskExecutors.BLOCKING)
    HttpResponse<Map<String, Object>> held(@Nullable String prefix, @Nullable Integer atMost) {
        return response(StoreLocks.list(client, prefix, atMost));
    }

    /**
     * Frees a lock of a holder that cannot.
     *
     * @param name the lock
     * @param token the token of its holder
     * @param caller the user who asks; null without security
     * @return as {@link StoreLocks#free}; 403 if it is not switched on
     */
    @Delete
    @ExecuteOn(TaskExecutors.BLOCKING)
    HttpResponse<Map<String, Object>> free(
            @QueryValue String name, @QueryValue long token, @Nullable Principal caller) {
        if (!frees) {
            return HttpResponse.<Map<String, Object>>status(HttpStatus.FORBIDDEN)
                    .body(Map.of("error", "nothing freed: endpoints.lockstore.free is not true"));
        }
        return response(StoreLocks.free(client, name, token, caller == null ? null : caller.getName()));
    }

    private static HttpResponse<Map<String, Object>> response(StoreLocks.Answer answer) {
        return HttpResponse.<Map<String, Object>>status(HttpStatus.valueOf(answer.status()))
                .body(answer.body());
    }
}
