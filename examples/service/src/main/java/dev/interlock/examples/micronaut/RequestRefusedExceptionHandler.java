// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.examples.RequestRefusedException;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import jakarta.inject.Singleton;
import java.util.Map;

/** Answers 409 if the rules of a use case refuse a request: a repetition would get the same answer. */
@Singleton
final class RequestRefusedExceptionHandler
        implements ExceptionHandler<RequestRefusedException, HttpResponse<Map<String, String>>> {

    @Override
    @SuppressWarnings("rawtypes")
    public HttpResponse<Map<String, String>> handle(HttpRequest request, RequestRefusedException refused) {
        return HttpResponse.<Map<String, String>>status(HttpStatus.CONFLICT)
                .body(Map.of("error", "Refused", "message", String.valueOf(refused.getMessage())));
    }
}
