// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method whose result the caller must use, such as {@link DistributedLock#acquire}: a dropped handle keeps its
 * lock until it is garbage-collected. On a type it marks all methods of that type. Error Prone finds the annotation by
 * its simple name and refuses to compile a call whose result is dropped. Other tools need it in their settings. It has
 * no effect at run time.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface CheckReturnValue {}
