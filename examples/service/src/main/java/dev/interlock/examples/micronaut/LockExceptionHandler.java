// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.LockException;
import dev.interlock.LockLostException;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import jakarta.inject.Singleton;
import java.util.Map;

/**
 * Answers 503 if a request certainly had no effect: there was no lock, or its token is stale. The caller may repeat it.
 * A lock that was lost while the method ran is 500, since the effect may have been committed before; a repetition with
 * the same id shows the caller whether it was.
 */
@Singleton
final class LockExceptionHandler implements ExceptionHandler<LockException, HttpResponse<Map<String, String>>> {

    @Override
    @SuppressWarnings("rawtypes")
    public HttpResponse<Map<String, String>> handle(HttpRequest request, LockException failure) {
        HttpStatus status = failure instanceof LockLostException
                ? HttpStatus.INTERNAL_SERVER_ERROR
                : HttpStatus.SERVICE_UNAVAILABLE;
        return HttpResponse.<Map<String, String>>status(status)
                .body(Map.of(
                        "error", failure.getClass().getSimpleName(), "message", String.valueOf(failure.getMessage())));
    }
}
