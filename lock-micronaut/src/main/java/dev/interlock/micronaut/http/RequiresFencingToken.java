// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A controller, or one of its methods, that is not called without the fencing token of its caller: 428 if there is
 * none, 400 if it cannot be read or is of another domain, 409 if a newer one of the same lock was seen. The method
 * takes the claim as a parameter of type {@link dev.interlock.guard.FencingClaim}.
 *
 * <p>What was seen is gone with this instance, and a request that was let in goes on when a newer one comes: this keeps
 * late requests out, and is no replacement for a claim in the transaction that reads and writes.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RequiresFencingToken {}
