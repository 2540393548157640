// SPDX-License-Identifier: Apache-2.0
/**
 * Broken etcd locks, each with the rule that must catch it. They show that the kit's tests on this store can fail.
 */
@NullMarked
package dev.interlock.etcd.mutants;

import org.jspecify.annotations.NullMarked;
