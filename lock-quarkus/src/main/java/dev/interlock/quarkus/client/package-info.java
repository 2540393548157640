// SPDX-License-Identifier: Apache-2.0
/** The lock clients of an application: their stores, their connections and their end. */
@NullMarked
package dev.interlock.quarkus.client;

import org.jspecify.annotations.NullMarked;
