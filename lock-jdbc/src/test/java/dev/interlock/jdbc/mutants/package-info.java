// SPDX-License-Identifier: Apache-2.0
/**
 * Broken SQL locks, as real code against a real MySQL, each with the rule that it breaks. All of them are
 * {@link dev.interlock.jdbc.mutants.SimpleJdbc} or {@link dev.interlock.jdbc.mutants.SimpleRowLock} with one step
 * changed, which themselves keep every rule.
 */
@NullMarked
package dev.interlock.jdbc.mutants;

import org.jspecify.annotations.NullMarked;
