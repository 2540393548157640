// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.simulation.Call.Way;
import dev.interlock.simulation.Scenario.StoreKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Scenarios that are small enough for every order of their threads: two callers of one lock, of one client or of two,
 * and at most one fault. Requests take no time, so at each moment any order is possible, and a fault can come between
 * any two steps of its moment.
 */
final class SmallWorlds {

    /** Of each client's requests, so many can have a fate. */
    private static final int REQUESTS = 4;

    /** The choice for which a simulated client has both. */
    private static final long STANDARD_HAND_OFF_WITHOUT_GRACE = 2;

    private static final int LEASE = 690;
    private static final int LONGER_THAN_A_LEASE = 1_500;
    private static final int LONGER_THAN_A_CLOSE = 4_000;
    private static final int SHORT = 10;
    private static final int LIMIT = 3_000;

    /** What the two callers do. */
    @SuppressWarnings("ImmutableEnumChecker") // a call is a record of values
    enum Pair {
        BOTH_ACQUIRE(once(Way.ACQUIRE), once(Way.ACQUIRE)),
        BOTH_TRY(once(Way.TRY), once(Way.TRY)),
        TRY_AGAINST_ACQUIRE(once(Way.TRY), once(Way.ACQUIRE)),
        ASYNC_AGAINST_VIEW(once(Way.ASYNC), once(Way.VIEW)),
        CANCEL_AGAINST_ACQUIRE(once(Way.CANCELLED), once(Way.ACQUIRE)),
        CLOSE_AGAINST_ACQUIRE(at(SHORT, Way.CLOSE), once(Way.ACQUIRE)),
        CLOSE_AFTER_RELEASE(at(SHORT + 1, Way.CLOSE), once(Way.ACQUIRE)),
        HELD_FOR_TOO_LONG(call(Way.ACQUIRE, false, LONGER_THAN_A_LEASE), once(Way.ACQUIRE)),
        BOTH_RENEWED(call(Way.ACQUIRE, true, SHORT), call(Way.ACQUIRE, true, SHORT));

        private final Call first;
        private final Call second;

        Pair(Call first, Call second) {
            this.first = first;
            this.second = second;
        }

        private static Call once(Way way) {
            return call(way, false, SHORT);
        }

        private static Call at(int pause, Way way) {
            return new Call(way, "a", pause, LIMIT, LEASE, false, SHORT, 0, 0, 0);
        }

        private static Call call(Way way, boolean renewed, int hold) {
            return new Call(way, "a", 0, LIMIT, LEASE, renewed, hold, 0, 0, 0);
        }
    }

    private SmallWorlds() {}

    /** The worlds of a pair and a store, first those without a fault. */
    static List<Scenario> of(Pair pair, StoreKind store, int clients) {
        List<Scenario> worlds = new ArrayList<>();
        worlds.add(world(pair, store, clients, List.of()));
        faults().forEach(fault -> worlds.add(world(pair, store, clients, List.of(fault))));
        return worlds;
    }

    private static Scenario world(Pair pair, StoreKind store, int clients, List<Fault> faults) {
        List<List<List<Call>>> calls = clients == 1
                ? List.of(List.of(List.of(pair.first), List.of(pair.second)))
                : List.of(List.of(List.of(pair.first)), List.of(List.of(pair.second)));
        return new Scenario(STANDARD_HAND_OFF_WITHOUT_GRACE, store, calls, faults);
    }

    /** One fault of client 0 or the store, at the first moment, or at that of the first release. */
    private static List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        for (Fate fate : Fate.values()) {
            for (int request = 0; request < REQUESTS && fate != Fate.ANSWERED; request++) {
                faults.add(new Fault(Fault.Kind.REQUEST, 0, 0, 0, request, fate));
            }
        }
        for (Fault.Kind kind : Fault.Kind.values()) {
            if (kind != Fault.Kind.REQUEST) {
                for (int at : new int[] {0, SHORT}) {
                    faults.add(new Fault(kind, 0, at, LONGER_THAN_A_CLOSE, 0, Fate.ANSWERED));
                }
            }
        }
        return faults;
    }
}
