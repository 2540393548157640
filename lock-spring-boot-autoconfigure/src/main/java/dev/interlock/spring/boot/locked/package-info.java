// SPDX-License-Identifier: Apache-2.0
/** Spring's {@code @Locked}: the annotation, and how its methods are found, read and called. */
@NullMarked
package dev.interlock.spring.boot.locked;

import org.jspecify.annotations.NullMarked;
