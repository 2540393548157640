// SPDX-License-Identifier: Apache-2.0
/**
 * The kit for backends. An author of a backend extends {@link dev.interlock.tck.LockTck} and writes a
 * {@link dev.interlock.tck.LockFixture}; this package has what the two need, and the rules of the contract by name.
 * What is public in {@code rules} and {@code time} is so for the kit's own packages, and may change at any time.
 *
 * <p>The packages are layers. Each sees only those below it:
 *
 * <pre>
 * soak              faults and processes for as long as one likes
 * guard             fencing guards under holders that are too late
 * network           requests and replies of a backend on a network
 * bulk              steps for many locks
 * memory            the fixture of the memory backend
 * runner            the kit without a build tool; results and summaries
 * LockTck           the kit, which nests the rules
 * rules.grant       acquiring, releasing, tokens, names
 * rules.lease       renewal, the end of a lease, loss
 * rules.waiting     waiters and hand-off
 * rules.client      re-entrant views, several locks, closing, observation
 * rules.fault       errors, processes, faults of the store
 * rules             how a rule is tested
 * rules.instrument  what watches and disturbs a client
 * (this package)    the contract, the fixture and its hooks
 * process           client processes
 * history           recorded histories and their checks
 * forward           decorators of backends and clients
 * context           the context of a backend without a client
 * time              waiting and measuring
 * </pre>
 */
@NullMarked
package dev.interlock.tck;

import org.jspecify.annotations.NullMarked;
