// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Who does what on which store, and what goes wrong: made from a seed, less what was taken out to find the smallest one
 * that still fails. Immutable.
 *
 * @param seed makes it
 * @param without the numbers of the calls and faults that are left out
 */
record Scenario(long seed, BitSet without, StoreKind store, List<List<List<Call>>> clients, List<Fault> faults) {

    /** The shapes of stores. */
    enum StoreKind {
        POLL,
        SIGNAL,
        SESSION,
        CONNECTION,
        MEMORY
    }

    static Scenario of(long seed) {
        return of(seed, new BitSet());
    }

    static Scenario of(long seed, BitSet without) {
        Chance chance = new Chance(seed);
        StoreKind store = StoreKind.values()[chance.below(StoreKind.values().length)];
        int number = 0;
        List<List<List<Call>>> clients = new ArrayList<>();
        int size = 1 + chance.below(3);
        for (int i = 0; i < size; i++) {
            List<List<Call>> callers = new ArrayList<>();
            int threads = 1 + chance.below(3);
            for (int j = 0; j < threads; j++) {
                List<Call> calls = new ArrayList<>();
                int length = 1 + chance.below(3);
                for (int k = 0; k < length; k++) {
                    Call call = Call.by(chance);
                    if (!without.get(number++)) {
                        calls.add(call);
                    }
                }
                callers.add(calls);
            }
            clients.add(callers);
        }
        List<Fault> faults = new ArrayList<>();
        int most = chance.below(4) == 0 ? 0 : 1 + chance.below(4);
        for (int i = 0; i < most; i++) {
            Fault fault = Fault.by(chance, size);
            if (!without.get(number++)) {
                faults.add(fault);
            }
        }
        return new Scenario(seed, (BitSet) without.clone(), store, clients, faults);
    }

    /** How many calls and faults there are with nothing left out. */
    int fullSize() {
        Scenario full = of(seed);
        return full.size();
    }

    /** How many calls and faults there are. */
    int size() {
        return faults.size()
                + clients.stream().flatMap(List::stream).mapToInt(List::size).sum();
    }

    Scenario leavingOut(BitSet more) {
        BitSet all = (BitSet) without.clone();
        all.or(more);
        return of(seed, all);
    }

    /** By which it can be made again. */
    String text() {
        StringBuilder left = new StringBuilder();
        for (long word : without.toLongArray()) {
            left.append('-').append(Long.toHexString(word));
        }
        return Long.toHexString(seed) + left;
    }

    static Scenario parse(String text) {
        String[] parts = text.split("-", -1);
        long[] words = new long[parts.length - 1];
        for (int i = 0; i < words.length; i++) {
            words[i] = Long.parseUnsignedLong(parts[i + 1], 16);
        }
        return of(Long.parseUnsignedLong(parts[0], 16), BitSet.valueOf(words));
    }

    /** What it is, line by line. */
    List<String> words() {
        List<String> lines = new ArrayList<>();
        lines.add("a store of the kind " + store.name().toLowerCase(Locale.ROOT));
        for (int i = 0; i < clients.size(); i++) {
            for (int j = 0; j < clients.get(i).size(); j++) {
                List<Call> calls = clients.get(i).get(j);
                for (Call call : calls) {
                    lines.add("client " + i + ", caller " + j + ": " + call.words());
                }
            }
        }
        faults.forEach(fault -> lines.add("fault: " + fault.words()));
        return lines;
    }
}
