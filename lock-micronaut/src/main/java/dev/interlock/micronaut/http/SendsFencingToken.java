// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import io.micronaut.http.annotation.FilterMatcher;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A declarative HTTP client whose requests carry the fencing token of the innermost {@code @Locked} method around the
 * call. A call outside of such a method fails with {@link IllegalStateException} and is not sent.
 */
@Documented
@FilterMatcher
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface SendsFencingToken {}
