// SPDX-License-Identifier: Apache-2.0
/**
 * Broken ZooKeeper locks, as tutorials and recipes have them, each with the rule that rejects it.
 * {@code SimpleZookeeper} is the sound lock they are made from.
 */
@NullMarked
package dev.interlock.zookeeper.mutants;

import org.jspecify.annotations.NullMarked;
