// SPDX-License-Identifier: Apache-2.0
/** Locks in a Micronaut application: configuration, beans and {@code @Locked}. */
@NullMarked
package dev.interlock.micronaut;

import org.jspecify.annotations.NullMarked;
