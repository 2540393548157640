// SPDX-License-Identifier: Apache-2.0
/** What traces and meters show of calls of {@code @Locked} methods. */
@NullMarked
package dev.interlock.spring.boot.observation;

import org.jspecify.annotations.NullMarked;
