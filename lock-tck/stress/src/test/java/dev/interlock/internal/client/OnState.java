// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The classes whose state the actors of these tests touch at the same time. {@link SharedStateTest} wants one for each. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnState {

    Class<?>[] value();
}
