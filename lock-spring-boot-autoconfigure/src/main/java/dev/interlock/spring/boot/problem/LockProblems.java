// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.problem;

import dev.interlock.LockClientClosedException;
import dev.interlock.LockException;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.StaleTokenException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers a request that found no lock by problem details (RFC 9457), on servlets and on WebFlux. They say nothing of
 * what is inside: neither lock nor store, host or thread, which only the log shows. An advice of the application goes
 * first. Thread-safe.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
final class LockProblems {

    private static final Logger LOG = LoggerFactory.getLogger(LockProblems.class);

    /** Another holder kept the lock. */
    @ExceptionHandler
    ProblemDetail taken(LockTimeoutException failure) {
        LOG.debug("409: {}", failure.getMessage());
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.CONFLICT, "Another request is at work on the same. Try again later.");
    }

    /** A resource has seen a newer holder, so to try again does not help. */
    @ExceptionHandler
    ProblemDetail stale(StaleTokenException failure) {
        LOG.debug("409: {}", failure.getMessage());
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "A newer request has been at work on the same.");
    }

    /** The store gave no answer, or this instance ends. */
    @ExceptionHandler({
        LockUnavailableException.class,
        LockOutcomeUnknownException.class,
        LockClientClosedException.class
    })
    ProblemDetail unavailable(LockException failure) {
        LOG.warn("503: {}", failure.getMessage());
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, "The request could not be served at the moment. Try again later.");
    }
}
