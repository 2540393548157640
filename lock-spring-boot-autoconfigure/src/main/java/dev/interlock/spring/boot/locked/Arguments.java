// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The root of a name's expressions.
 *
 * @param byName the arguments of the call by the names of their parameters
 */
record Arguments(Map<String, @Nullable Object> byName) {}
