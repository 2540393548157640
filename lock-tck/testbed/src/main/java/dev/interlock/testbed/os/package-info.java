// SPDX-License-Identifier: Apache-2.0
/**
 * Processes of our own and their files: started so that none outlives this JVM, stopped, thawed and killed by process
 * id. For {@link dev.interlock.testbed.server servers} and clients.
 */
@NullMarked
package dev.interlock.testbed.os;

import org.jspecify.annotations.NullMarked;
