// SPDX-License-Identifier: Apache-2.0
/** How methods with {@code @Locked} are read and called. */
@NullMarked
package dev.interlock.quarkus.locked;

import org.jspecify.annotations.NullMarked;
