// SPDX-License-Identifier: Apache-2.0
/** The lock client of an application: its store, and the time of its connection. */
@NullMarked
package dev.interlock.micronaut.client;

import org.jspecify.annotations.NullMarked;
