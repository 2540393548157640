// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import org.jspecify.annotations.Nullable;

/**
 * Whom a figure is compared with: the raw client without the library, or another lock library.
 *
 * @param name such as {@code raw Jedis}
 * @param value its figure in the same rounds
 * @param ratio of Interlock to it, round by round, null if it is not worth showing
 */
public record Rival(String name, Spread value, @Nullable Spread ratio) {}
