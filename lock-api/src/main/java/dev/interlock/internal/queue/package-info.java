// SPDX-License-Identifier: Apache-2.0
/** The waiters of one client, by name: which of them may ask the store, and when. */
@NullMarked
package dev.interlock.internal.queue;

import org.jspecify.annotations.NullMarked;
