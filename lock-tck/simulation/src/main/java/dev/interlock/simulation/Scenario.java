// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The calls of all callers, the kind of store, and the faults. Immutable.
 *
 * @param seed decides what is left to chance besides: clocks, ids, and how long requests are on their way
 * @param clients the calls of each caller of each client
 */
record Scenario(long seed, StoreKind store, List<List<List<Call>>> clients, List<Fault> faults) {

    /** In milliseconds; the longest outlives some leases. */
    private static final int[] RETENTIONS = {0, 60, 1_000, 5_000};

    /** The stores that have such locks: by steps of their own, or by records that clients replace. */
    private static final StoreKind[] SHARED = {StoreKind.MEMORY, StoreKind.MEMORY, StoreKind.TURN, StoreKind.POLL};

    /** One scenario in this many has locks that several may hold. */
    private static final int SHARING = 8;

    /** The shapes of stores. */
    enum StoreKind {
        POLL,
        SIGNAL,
        SESSION,
        CONNECTION,
        MEMORY,
        TURN
    }

    /** The scenario of a seed. */
    static Scenario of(long seed) {
        Chance chance = new Chance(seed);
        StoreKind store = StoreKind.values()[chance.below(StoreKind.values().length)];
        int size = 1 + chance.below(3);
        int crowded = chance.below(3) == 0 ? chance.below(size) : -1;
        boolean ofSets = crowded >= 0 && chance.below(4) == 0;
        List<List<List<Call>>> clients = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<List<Call>> callers = new ArrayList<>();
            int threads = i == crowded ? 3 + chance.below(4) : 1 + chance.below(3);
            for (int j = 0; j < threads; j++) {
                List<Call> calls = new ArrayList<>();
                int length = 1 + chance.below(3);
                for (int k = 0; k < length; k++) {
                    Call call = Call.by(chance);
                    calls.add(i != crowded ? call : ofSets ? call.inCrowdOfSets() : call.inCrowd());
                }
                callers.add(calls);
            }
            clients.add(callers);
        }
        List<Fault> faults = new ArrayList<>();
        int most = chance.below(4) == 0 ? 0 : 1 + chance.below(4);
        for (int i = 0; i < most; i++) {
            faults.add(Fault.by(chance, size));
        }
        return new Scenario(seed, store, retaining(clients, new Chance(~seed)), faults)
                .sharing(new Chance(Long.reverse(seed)));
    }

    /** In one scenario of eight most calls are for locks that several may hold, at a store that has them. */
    private Scenario sharing(Chance chance) {
        if (chance.below(SHARING) != 0) {
            return this;
        }
        boolean permits = chance.below(3) == 0;
        return new Scenario(
                seed,
                SHARED[new Chance(Long.reverse(~seed)).below(SHARED.length)],
                clients.stream()
                        .map(callers -> callers.stream()
                                .map(calls -> calls.stream()
                                        .map(call -> call.forPart(chance, permits))
                                        .toList())
                                .toList())
                        .toList(),
                faults);
    }

    /** Whether any call is for a lock that several may hold. */
    boolean hasShares() {
        return clients.stream().flatMap(List::stream).flatMap(List::stream).anyMatch(Call::isOfShare);
    }

    /** In one scenario of four the clients retain locks; each decides for itself, and so do some of its calls. */
    private static List<List<List<Call>>> retaining(List<List<List<Call>>> clients, Chance chance) {
        if (chance.below(4) != 0) {
            return clients;
        }
        List<List<List<Call>>> retaining = new ArrayList<>();
        for (List<List<Call>> callers : clients) {
            int millis = RETENTIONS[chance.below(RETENTIONS.length)];
            retaining.add(callers.stream()
                    .map(calls -> calls.stream()
                            .map(call -> chance.below(4) == 0 ? call : call.retaining(millis))
                            .toList())
                    .toList());
        }
        return retaining;
    }

    /** How long a client retains a lock at most. */
    long longestRetentionNanos() {
        return TimeUnit.MILLISECONDS.toNanos(clients.stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .mapToInt(Call::retention)
                .max()
                .orElse(0));
    }

    /** The number of calls and faults. */
    int size() {
        return faults.size()
                + clients.stream().flatMap(List::stream).mapToInt(List::size).sum();
    }

    /** The same without the calls and faults with these numbers, counted from 0. */
    Scenario without(int from, int to) {
        int number = 0;
        List<List<List<Call>>> fewer = new ArrayList<>();
        for (List<List<Call>> callers : clients) {
            List<List<Call>> left = new ArrayList<>();
            for (List<Call> calls : callers) {
                List<Call> kept = new ArrayList<>();
                for (Call call : calls) {
                    if (number < from || number >= to) {
                        kept.add(call);
                    }
                    number++;
                }
                left.add(kept);
            }
            // The text of a case omits callers without calls after the last caller that has some.
            while (!left.isEmpty() && left.get(left.size() - 1).isEmpty()) {
                left.remove(left.size() - 1);
            }
            fewer.add(left);
        }
        List<Fault> kept = new ArrayList<>();
        for (Fault fault : faults) {
            if (number < from || number >= to) {
                kept.add(fault);
            }
            number++;
        }
        return new Scenario(seed, store, fewer, kept);
    }

    /** The text from which it can be made again, even when the same seed yields another scenario by then. */
    String text() {
        StringBuilder text = new StringBuilder(Long.toHexString(seed) + ";" + store + ";" + clients.size());
        for (int i = 0; i < clients.size(); i++) {
            for (int j = 0; j < clients.get(i).size(); j++) {
                for (Call call : clients.get(i).get(j)) {
                    text.append(';').append(i).append(',').append(j).append(',').append(call.text());
                }
            }
        }
        faults.forEach(fault -> text.append(";!,").append(fault.text()));
        return text.toString();
    }

    static Scenario parse(String text) {
        String[] parts = text.split(";", -1);
        List<List<List<Call>>> clients = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(parts[2]); i++) {
            clients.add(new ArrayList<>());
        }
        List<Fault> faults = new ArrayList<>();
        for (int i = 3; i < parts.length; i++) {
            String[] words = parts[i].split(",", -1);
            if (words[0].equals("!")) {
                faults.add(Fault.parse(words));
            } else {
                List<List<Call>> callers = clients.get(Integer.parseInt(words[0]));
                int caller = Integer.parseInt(words[1]);
                while (callers.size() <= caller) {
                    callers.add(new ArrayList<>());
                }
                callers.get(caller).add(Call.parse(words));
            }
        }
        return new Scenario(Long.parseUnsignedLong(parts[0], 16), StoreKind.valueOf(parts[1]), clients, faults);
    }

    /** The scenario, line by line, for display. */
    List<String> words() {
        List<String> lines = new ArrayList<>();
        lines.add("a store of the kind " + store.name().toLowerCase(Locale.ROOT));
        for (int i = 0; i < clients.size(); i++) {
            for (int j = 0; j < clients.get(i).size(); j++) {
                for (Call call : clients.get(i).get(j)) {
                    lines.add("client " + i + ", caller " + j + ": " + call.words());
                }
            }
        }
        faults.forEach(fault -> lines.add("fault: " + fault.words()));
        return lines;
    }
}
