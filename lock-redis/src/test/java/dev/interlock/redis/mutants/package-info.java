// SPDX-License-Identifier: Apache-2.0
/**
 * Broken Redis locks, as real code against a real server: those of tutorials, each with the rule that it breaks. All of
 * them are {@link dev.interlock.redis.mutants.SimpleRedis} with one step changed, which itself keeps every rule.
 */
@NullMarked
package dev.interlock.redis.mutants;

import org.jspecify.annotations.NullMarked;
