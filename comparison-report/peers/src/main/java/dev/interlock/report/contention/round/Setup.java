// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contender.StoreAddress;
import java.util.List;

/**
 * The settings of a JVM under measurement.
 *
 * @param store such as {@code redis}
 * @param contender the contender whose client it opens
 * @param address of the store
 * @param board the file of the shared memory
 * @param jvm its number, from 0
 */
public record Setup(String store, String contender, StoreAddress address, String board, int jvm) {

    static Setup of(List<String> words) {
        StoreAddress address = new StoreAddress(words.get(3), words.get(4), words.get(5));
        return new Setup(words.get(1), words.get(2), address, words.get(6), Integer.parseInt(words.get(7)));
    }

    /**
     * The question that opens the client.
     *
     * @return its words
     */
    public String[] words() {
        return new String[] {
            ContenderMain.OPEN,
            store,
            contender,
            address.uri(),
            address.user(),
            address.password(),
            board,
            Integer.toString(jvm)
        };
    }
}
