// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.examples.RequestRefusedException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers 422 if the rules of a use case refuse a request: a repetition would get the same answer. A lock that another
 * request has is 409, by the starter. Thread-safe.
 */
@RestControllerAdvice
class Refusals {

    @ExceptionHandler
    ProblemDetail refused(RequestRefusedException refused) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_CONTENT, String.valueOf(refused.getMessage()));
    }
}
