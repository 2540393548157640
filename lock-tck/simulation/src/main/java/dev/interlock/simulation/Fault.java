// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

/**
 * One fault.
 *
 * @param kind which fault
 * @param client the client it affects; the store if the kind is a fault of the store
 * @param atMillis when
 * @param millis for how long
 * @param request which request of the client
 * @param fate what happens to that request
 */
record Fault(Kind kind, int client, int atMillis, int millis, int request, Fate fate) {

    /** The kinds of faults. */
    enum Kind {
        REQUEST,
        PAUSE,
        SLEEP,
        STALL,
        PARTITION,
        DEAF,
        LAG,
        FREEZE,
        DOUBT,
        WALL_JUMP,
        DATA_LOSS,
        TAKEN_AWAY,
        FAIL_OVER,
        STORE_JUMP,
        DISCONNECT
    }

    private static final Kind[] MOSTLY = {
        Kind.REQUEST,
        Kind.REQUEST,
        Kind.REQUEST,
        Kind.REQUEST,
        Kind.REQUEST,
        Kind.REQUEST,
        Kind.REQUEST,
        Kind.REQUEST,
        Kind.PAUSE,
        Kind.STALL,
        Kind.STALL,
        Kind.PARTITION,
        Kind.DEAF,
        Kind.LAG,
        Kind.FREEZE,
        Kind.DOUBT,
        Kind.DOUBT,
        Kind.SLEEP,
        Kind.WALL_JUMP,
        Kind.DATA_LOSS,
        Kind.TAKEN_AWAY,
        Kind.FAIL_OVER,
        Kind.STORE_JUMP,
        Kind.DISCONNECT
    };

    private static final Fate[] FATES = Fate.values();

    /** A client does not notice, and so does not report, a shorter sleep of its machine. */
    private static final int SHORTEST_SLEEP = 1_100;

    static Fault by(Chance chance, int clients) {
        Kind kind = MOSTLY[chance.below(MOSTLY.length)];
        int millis = chance.below(3) == 0 ? chance.below(9_000) : chance.below(900);
        return new Fault(
                kind,
                chance.below(clients),
                chance.below(4_000),
                kind == Kind.SLEEP ? millis + SHORTEST_SLEEP : millis,
                chance.below(10),
                FATES[1 + chance.below(FATES.length - 1)]);
    }

    /** The lock that the store forgets. */
    String lock() {
        return Call.NAMES.get(request % Call.NAMES.size());
    }

    String text() {
        return String.join(
                ",",
                kind.name(),
                Integer.toString(client),
                Integer.toString(atMillis),
                Integer.toString(millis),
                Integer.toString(request),
                fate.name());
    }

    /** Parses words, of which the first marks a fault. */
    static Fault parse(String[] words) {
        return new Fault(
                Kind.valueOf(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Fate.valueOf(words[6]));
    }

    String words() {
        String client = "client " + this.client;
        String at = "at " + atMillis + " ms ";
        return switch (kind) {
            case REQUEST -> "request " + request + " of " + client + " " + fate.words();
            case PAUSE -> at + client + " is stopped for " + millis + " ms";
            case SLEEP -> at + "the machine of " + client + " sleeps for " + millis + " ms";
            case STALL -> at + "one thread of " + client + " stands still for " + millis + " ms";
            case PARTITION -> at + "nothing gets through between " + client + " and the store for " + millis + " ms";
            case DEAF -> at + client + " gets no answers for " + millis + " ms";
            case LAG -> at + "whatever " + client + " asks for comes too late for it, for " + millis + " ms";
            case FREEZE -> at + "the store is frozen for " + millis + " ms";
            case DOUBT -> at + "the connection of " + client + " breaks, and its holds are in doubt";
            case WALL_JUMP -> at + "the wall clock of " + client + " is set " + millis + " ms ahead";
            case DATA_LOSS -> at + "the store forgets all locks";
            case TAKEN_AWAY -> at + "an operator frees '" + lock() + "' at the store, whichever client has it";
            case FAIL_OVER -> at + "a server takes over that is 20 ms behind";
            case STORE_JUMP -> at + "the clock of the store is set " + millis + " ms ahead";
            case DISCONNECT -> at + "the store ends the connection or session of " + client;
        };
    }
}
