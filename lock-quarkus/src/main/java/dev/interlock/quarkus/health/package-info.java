// SPDX-License-Identifier: Apache-2.0
/** Readiness: whether the stores of locks answer. */
@NullMarked
package dev.interlock.quarkus.health;

import org.jspecify.annotations.NullMarked;
