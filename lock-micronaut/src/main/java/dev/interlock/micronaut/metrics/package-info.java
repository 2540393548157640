// SPDX-License-Identifier: Apache-2.0
/** Meters for the locks of an instance. Needs micronaut-micrometer-core. */
@NullMarked
package dev.interlock.micronaut.metrics;

import org.jspecify.annotations.NullMarked;
