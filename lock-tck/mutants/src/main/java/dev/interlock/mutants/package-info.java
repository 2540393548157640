// SPDX-License-Identifier: Apache-2.0
/**
 * Broken backends and clients, to prove that the rules detect each defect. An author of a backend writes a
 * {@link dev.interlock.mutants.MutantCatalog} of {@link dev.interlock.mutants.MutantFixture}s. What is public below
 * {@code memory} is so for its neighbours, but for {@link dev.interlock.mutants.memory.MemoryMutants}.
 *
 * <p>The packages are layers. Each sees only those below it:
 *
 * <pre>
 * memory          the mutants that need no server
 * memory.grant    acquiring, releasing, tokens, names
 * memory.lease    renewal, the end of a lease, loss
 * memory.waiting  waiters and hand-off
 * memory.client   re-entrant views, several locks, closing, observation
 * memory.fault    errors, faults of the store
 * memory.defect   what several mutants have in common
 * (this package)  mutants, their catalogs and trials
 * </pre>
 */
@NullMarked
package dev.interlock.mutants;

import org.jspecify.annotations.NullMarked;
