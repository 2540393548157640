// SPDX-License-Identifier: Apache-2.0
/**
 * Backends that live in this JVM, memory and broken ones above all, for client processes: see
 * {@link dev.interlock.tck.hosted.BackendHost}.
 */
@NullMarked
package dev.interlock.tck.hosted;

import org.jspecify.annotations.NullMarked;
