// SPDX-License-Identifier: Apache-2.0
/** The lock client of an application: which store it has, and when it connects. */
@NullMarked
package dev.interlock.micronaut.client;

import org.jspecify.annotations.NullMarked;
