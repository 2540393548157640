// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import dev.interlock.LockException;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.StaleTokenException;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.annotation.Secondary;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a request whose lock failed with problem details (RFC 9457). They say nothing internal: the lock, the store,
 * the host and the thread are in the log only. An application's own handler for {@link LockException} replaces this one.
 * Thread-safe.
 */
@Singleton
@Secondary
@Requires(classes = ExceptionHandler.class)
final class LockProblems implements ExceptionHandler<LockException, HttpResponse<String>> {

    private static final Logger LOG = LoggerFactory.getLogger(LockProblems.class);

    @Override
    @SuppressWarnings("rawtypes")
    public HttpResponse<String> handle(HttpRequest request, LockException failure) {
        if (failure instanceof LockTimeoutException) {
            return problem(HttpStatus.CONFLICT, "Another request is working on the same resource.", failure);
        }
        if (failure instanceof StaleTokenException) {
            return problem(HttpStatus.CONFLICT, "A later request has worked on the same resource.", failure);
        }
        if (failure instanceof LockLostException) {
            // The work may have been done, so the caller must not take it for a request that was refused.
            return problem(HttpStatus.INTERNAL_SERVER_ERROR, "The request may have taken effect.", failure);
        }
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "The request cannot be served at the moment.", failure);
    }

    private static HttpResponse<String> problem(HttpStatus status, String detail, LockException failure) {
        LOG.warn("a request is answered with {}: {}", status.getCode(), failure.getMessage());
        String body = "{\"type\":\"about:blank\",\"title\":\"" + status.getReason() + "\",\"status\":"
                + status.getCode() + ",\"detail\":\"" + detail + "\"}";
        return HttpResponse.<String>status(status)
                .contentType(MediaType.APPLICATION_JSON_PROBLEM_TYPE)
                .body(body);
    }
}
