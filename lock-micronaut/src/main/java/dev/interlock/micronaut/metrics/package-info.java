// SPDX-License-Identifier: Apache-2.0
/** What an instance does with its locks, as meters. Needs micronaut-micrometer-core. */
@NullMarked
package dev.interlock.micronaut.metrics;

import org.jspecify.annotations.NullMarked;
