// SPDX-License-Identifier: Apache-2.0
/** Locks in a Quarkus application: {@link dev.interlock.quarkus.Locked} puts one around a method. */
@NullMarked
package dev.interlock.quarkus;

import org.jspecify.annotations.NullMarked;
