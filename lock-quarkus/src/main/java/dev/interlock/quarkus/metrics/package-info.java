// SPDX-License-Identifier: Apache-2.0
/** The meters of the lock clients. */
@NullMarked
package dev.interlock.quarkus.metrics;

import org.jspecify.annotations.NullMarked;
