// SPDX-License-Identifier: Apache-2.0
/**
 * Processes of our own and their files: started so that none outlives this JVM, stopped, thawed and killed by process id. For
 * {@link dev.interlock.tck.server servers} and {@link dev.interlock.tck.process clients}.
 */
@NullMarked
package dev.interlock.tck.os;

import org.jspecify.annotations.NullMarked;
