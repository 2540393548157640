// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;

/**
 * One of the clients of a sequence.
 *
 * @param called how the story names it
 * @param backend its backend
 * @param context what the backend reports to
 */
record Actor(String called, LockBackend backend, StandaloneContext context) {}
