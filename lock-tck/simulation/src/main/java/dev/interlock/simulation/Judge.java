// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockEvent;
import dev.interlock.tck.history.BeliefCheck;
import dev.interlock.tck.history.EffectCheck;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.ServerCheck;
import dev.interlock.tck.history.StoreModel;
import dev.interlock.tck.history.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the history of a schedule, by the checks of levels S, B and E and by its own. */
final class Judge {

    private static final BeliefCheck BELIEFS = new BeliefCheck(Duration.ZERO, Set.of());

    private final World world;
    private final Director director;

    Judge(World world, Director director) {
        this.world = world;
        this.director = director;
    }

    /** The violations, one line each; empty if there are none. */
    List<String> findings() {
        List<String> findings = new ArrayList<>(world.recorder().violations());
        History history = world.recorder().history();
        if (!mayGrantTwice()) {
            add(findings, "S", new ServerCheck(model()).check(history));
        }
        if (!world.endsHolds()) {
            add(findings, "B", BELIEFS.check(history));
        }
        add(findings, "E", new EffectCheck().check(history));
        for (SimulatedClient client : director.clients()) {
            client.holds().stream()
                    .map(Hold::wrong)
                    .filter(wrong -> !wrong.isEmpty())
                    .forEach(findings::add);
            findings.addAll(wrongNews(client));
            findings.addAll(contendedTooOften(client));
            if (!world.endsHolds()) {
                client.holds().stream()
                        .filter(hold -> hold.isConfirmed() && !isGivenBack(client, hold))
                        .forEach(hold -> findings.add(client.name() + " got the answer that " + hold
                                + " is released, and the store did not release it"));
            }
            if (!world.endsHolds()) {
                client.holds().stream()
                        .flatMap(hold -> hold.closing().stream())
                        .forEach(lost -> findings.addAll(grantedWhileClosed(lost)));
            }
            if (world.isNearlySound()) {
                client.holds().stream()
                        .filter(hold ->
                                hold.isLostThoughItLasts() && !client.traffic().renewalHung())
                        .forEach(hold -> findings.add(
                                client.name() + " lost " + hold + ", though at most one request went wrong"));
            }
        }
        if (world.scenario().faults().isEmpty()) {
            findings.addAll(new FaultFreeChecks(world, director).findings());
        }
        return findings;
    }

    /** Whether the store has executed a release of it; of a lock that was retained a release must have been sent. */
    private boolean isGivenBack(SimulatedClient client, Hold hold) {
        boolean retained = world.scenario().longestRetentionNanos() > 0;
        return client.network()
                .proofs()
                .of(hold.part(), hold.handle().fencingToken())
                .map(proof -> client.network().reports().isFreed(proof.attempt())
                        || (retained && client.network().reports().isAskedBack(proof.attempt())))
                .orElse(true);
    }

    /**
     * Each acquisition reports at most once to listeners that another attempt has the lock. Not so readers and permits,
     * which may begin an acquisition anew when they come too late for a grant of their client.
     */
    private static List<String> contendedTooOften(SimulatedClient client) {
        List<String> wrong = new ArrayList<>();
        for (String lock : Call.NAMES) {
            long reported = client.events().stream()
                    .filter(event -> event instanceof LockEvent.Contended
                            && event.lockName().equals(lock))
                    .count();
            if (reported > client.asked(lock)) {
                wrong.add(client.name() + ": listeners got " + reported + " times that others have '" + lock + "', and "
                        + client.asked(lock) + " asked for it");
            }
        }
        return wrong;
    }

    /** Grants of a lock during the lock delay after this loss. */
    private List<String> grantedWhileClosed(Belief lost) {
        return world.beliefs().stream()
                .filter(next -> next.lock().equals(lost.lock()) && next.token() > lost.token())
                .filter(next -> next.from() < lost.closedUntil())
                .map(next -> "'" + lost.lock() + "' was lost with token " + lost.token() + " and closed for "
                        + lost.delayNanos() / 1_000_000 + " ms, and token " + next.token() + " was held "
                        + (lost.closedUntil() - next.from()) / 1_000_000 + " ms before its end")
                .toList();
    }

    private boolean mayGrantTwice() {
        return world.scenario().faults().stream()
                .anyMatch(fault -> fault.kind() == Fault.Kind.FAIL_OVER || fault.kind() == Fault.Kind.STORE_JUMP);
    }

    private StoreModel model() {
        return director.store().holds() == SimulatedStore.Holds.BY_CONNECTION
                ? StoreModel.lease().endingWithConnection()
                : StoreModel.lease();
    }

    private static void add(List<String> findings, String level, Verdict verdict) {
        if (verdict instanceof Verdict.Illegal illegal) {
            findings.add("level " + level + ": " + illegal.story());
        }
    }

    /** Listeners get each grant once, its end once, and nothing in between after the end. */
    private List<String> wrongNews(SimulatedClient client) {
        List<String> wrong = new ArrayList<>();
        Map<String, String> last = new HashMap<>();
        Map<String, Integer> waiters = new HashMap<>();
        for (LockEvent event : client.events()) {
            String kind = event.getClass().getSimpleName();
            if (event instanceof LockEvent.WaitersChanged changed) {
                waiters.put(event.lockName(), changed.waiters());
            }
            String hold = hold(event);
            if (hold.isEmpty()) {
                continue;
            }
            String before = last.put(hold, kind);
            boolean first = kind.equals("Acquired");
            if (first != (before == null) || (before != null && isEnd(before))) {
                wrong.add(client.name() + ": a listener got " + kind + " of " + hold
                        + (before == null ? " first" : " after " + before));
            }
        }
        if (world.mayEndUnheard()) {
            return wrong;
        }
        waiters.forEach((name, count) -> {
            if (count != 0) {
                wrong.add(client.name() + ": listeners last got " + count + " waiters for '" + name + "'");
            }
        });
        last.forEach((hold, kind) -> {
            if (!isEnd(kind)) {
                wrong.add(client.name() + ": listeners never got the end of the hold of " + hold + ", after " + kind);
            }
        });
        return wrong;
    }

    private static boolean isEnd(String kind) {
        return kind.equals("Released") || kind.equals("ReleaseFailed") || kind.equals("Lost");
    }

    private static String hold(LockEvent event) {
        long token = token(event);
        return token == 0 ? "" : "'" + event.lockName() + "' with token " + token;
    }

    private static long token(LockEvent event) {
        if (event instanceof LockEvent.Acquired acquired) {
            return acquired.fencingToken();
        } else if (event instanceof LockEvent.Renewed renewed) {
            return renewed.fencingToken();
        } else if (event instanceof LockEvent.RenewalFailed failed) {
            return failed.fencingToken();
        } else if (event instanceof LockEvent.RenewalDelayed delayed) {
            return delayed.fencingToken();
        } else if (event instanceof LockEvent.Uncertain uncertain) {
            return uncertain.fencingToken();
        } else if (event instanceof LockEvent.Lost lost) {
            return lost.loss().fencingToken();
        } else if (event instanceof LockEvent.Released released) {
            return released.fencingToken();
        } else {
            return event instanceof LockEvent.ReleaseFailed failed ? failed.fencingToken() : 0;
        }
    }
}
