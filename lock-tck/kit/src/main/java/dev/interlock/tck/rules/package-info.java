// SPDX-License-Identifier: Apache-2.0
/**
 * How a rule is tested: the base classes of the rules, the choice of rules, and the observations that a rule makes
 * beside its result.
 */
@NullMarked
package dev.interlock.tck.rules;

import org.jspecify.annotations.NullMarked;
