// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contention.contender.StoreAddress;

/**
 * The first line that a JVM under measurement reads.
 *
 * @param store such as {@code redis}
 * @param contender the contender whose client it opens
 * @param address of the store
 * @param board the file of the shared memory
 * @param jvm its number, from 0
 */
public record Setup(String store, String contender, StoreAddress address, String board, int jvm) {}
