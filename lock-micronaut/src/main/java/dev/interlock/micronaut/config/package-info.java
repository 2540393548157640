// SPDX-License-Identifier: Apache-2.0
/** The properties below {@code locks}. */
@NullMarked
package dev.interlock.micronaut.config;

import org.jspecify.annotations.NullMarked;
