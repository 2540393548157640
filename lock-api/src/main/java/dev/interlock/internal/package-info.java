// SPDX-License-Identifier: Apache-2.0
/**
 * The engine: waiting, renewal, deadlines, compensation and events, once for all backends. Not for users: what is public
 * in these packages is so for its neighbours, and may change at any time.
 *
 * <p>The packages are layers. Each sees only those below it:
 *
 * <pre>
 * client   start, close, locks, re-entrant views
 * election candidates and their terms
 * share    locks that several may hold
 * multi    several locks as one
 * acquire  one acquisition
 * hold     a hold from its grant to its end
 * queue    the waiters of this client
 * lease    options, deadlines, when to renew
 * event    listeners and log
 * backend  the backend behind a guard
 * machine  threads, timers, clock, chance
 * </pre>
 */
@NullMarked
package dev.interlock.internal;

import org.jspecify.annotations.NullMarked;
