// SPDX-License-Identifier: Apache-2.0
/** The properties {@code interlock.*}. */
@NullMarked
package dev.interlock.spring.boot.config;

import org.jspecify.annotations.NullMarked;
