// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A controller, or one of its methods, that is called only with the fencing token of its caller, on servlets and on
 * WebFlux. Without a token the response is 428. It is 400 if the token cannot be read or is of another domain, and 409
 * if a newer token of the same lock was seen. The method takes the claim as a parameter of type
 * {@link dev.interlock.guard.FencingClaim}.
 *
 * <p>The application does not start without {@code interlock.fencing.domain}. The seen tokens are lost when this
 * instance ends, and an accepted request continues when a newer one arrives. So this annotation rejects late requests,
 * but does not replace a claim in the transaction that reads and writes.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RequiresFencingToken {}
