// SPDX-License-Identifier: Apache-2.0
/** The properties below {@code interlock}. */
@NullMarked
package dev.interlock.quarkus.config;

import org.jspecify.annotations.NullMarked;
