// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A tiny history that a store may or may not have produced, from a seed. Used by one thread. */
final class RandomHistory {

    private final Random random;
    private final List<HistoryEvent> events = new ArrayList<>();
    private final StoreModel model;
    private final long promise;
    private final History history;
    private long op;
    private boolean exact = true;
    private int tokenlessProofs;

    RandomHistory(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        StoreModel chosen = StoreModel.lease();
        chosen = chance(30) ? chosen.promisingFromInvoke() : chosen;
        chosen = chance(60) ? chosen.overstaying(Duration.ofNanos(random.nextInt(3))) : chosen;
        model = chance(30) ? chosen.endingWithConnection() : chosen;
        promise = 1L + random.nextInt(4);
        int owners = 2 + random.nextInt(2);
        List<Integer> ranks = new ArrayList<>();
        for (int i = 0; i < owners; i++) {
            ranks.add(i);
        }
        if (chance(15)) {
            ranks.add(ranks.remove(0));
        }
        for (int i = 0; i < owners; i++) {
            long token = chance(4) ? 3 : 3L * ranks.get(i) + 2;
            owner(i, token, (long) i * (2 + random.nextInt(4)));
        }
        if (chance(30)) {
            fault(owners);
        }
        history = History.of(events);
    }

    History history() {
        return history;
    }

    StoreModel model() {
        return model;
    }

    /** Whether the check claims to be exact for it. */
    boolean exact() {
        return exact && tokenlessProofs <= 1;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void owner(int number, long token, long start) {
        long lease = chance(5) ? promise + random.nextInt(3) : promise;
        int block = chance(10) ? 2 : 1;
        Phase acquired = chance(78) ? Phase.OK : chance(80) ? Phase.INFO : Phase.FAIL;
        long at = request(number, Action.ACQUIRE, acquired, token, block, lease, start);
        boolean unknown = acquired == Phase.INFO;
        boolean known = acquired == Phase.OK;
        if (chance(acquired == Phase.INFO ? 50 : 8) && acquired != Phase.FAIL) {
            at = request(number, Action.ACQUIRE, Phase.OK, token, block, lease, at);
            known = true;
        }
        boolean named = known || chance(50);
        for (int i = random.nextInt(5) - 2; i > 0; i--) {
            Phase renewed = chance(70) ? Phase.OK : chance(60) ? Phase.INFO : Phase.FAIL;
            at = request(number, Action.RENEW, renewed, named ? token : 0, named ? block : 0, lease, at);
            boolean proof = renewed == Phase.OK;
            tokenlessProofs += proof && !known && !named ? 1 : 0;
            known |= proof && named;
        }
        if (chance(65)) {
            Phase released = chance(60) ? Phase.OK : chance(60) ? Phase.INFO : Phase.FAIL;
            request(number, Action.RELEASE, released, 0, 0, 0, at);
            tokenlessProofs += released == Phase.OK && !known ? 1 : 0;
            exact &= !(released == Phase.OK && known && unknown);
        }
        exact &= lease == promise;
    }

    private long request(int owner, Action action, Phase outcome, long token, int tokens, long lease, long after) {
        long from = after + random.nextInt(3);
        long to = from + random.nextInt(3);
        String process = "p" + owner;
        HistoryEvent invoke =
                new HistoryEvent(from, process, ++op, Phase.INVOKE, action, "L", "o" + owner, 0, 0, lease, "");
        events.add(invoke);
        boolean proof = outcome == Phase.OK && token > 0;
        if (outcome != Phase.INFO || chance(50)) {
            events.add(invoke.later(to, outcome, proof ? token : 0, proof ? tokens : 0, proof ? lease : 0, ""));
        }
        return to + 1;
    }

    private void fault(int owners) {
        Action action = List.of(Action.FLUSH, Action.KILL_CONNECTION, Action.END_SESSION, Action.KILL)
                .get(random.nextInt(4));
        String target = chance(40) ? "" : (chance(50) ? "p" : "o") + random.nextInt(owners);
        long from = random.nextInt(9);
        String lock = chance(50) ? "" : chance(80) ? "L" : "M";
        HistoryEvent invoke =
                new HistoryEvent(from, HistoryWriter.NEMESIS, ++op, Phase.INVOKE, action, lock, target, 0, 0, 0, "");
        events.add(invoke);
        events.add(invoke.later(from + random.nextInt(4), Phase.OK, 0, 0, 0, ""));
    }

    /** What it contains, for the proof that nothing is missing from the sample. */
    Set<String> features() {
        Set<String> features = new HashSet<>();
        for (Operation operation : history.operations()) {
            features.add(operation.action() + " " + operation.outcome());
        }
        features.add(tokenlessProofs > 0 ? "tokenless proof" : "no tokenless proof");
        return features;
    }
}
