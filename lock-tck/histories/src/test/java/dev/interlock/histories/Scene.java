// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A history of one lock, written by hand. Times are in milliseconds; each lease is of one second. For one thread. */
final class Scene {

    static final long LEASE = 1_000;

    /** What is proven of a lease. */
    static final long PROVEN = 997;

    private final List<HistoryEvent> events = new ArrayList<>();
    private long ops;

    /** A request to acquire that is granted with this token; process and attempt have the same name. */
    Scene granted(String attempt, long sent, long answered, long token) {
        return request(Action.ACQUIRE, attempt, sent, Phase.OK, answered, token);
    }

    Scene renewed(String attempt, long sent, long answered, long token) {
        return request(Action.RENEW, attempt, sent, Phase.OK, answered, token);
    }

    Scene notRenewed(String attempt, long sent, long answered) {
        return request(Action.RENEW, attempt, sent, Phase.FAIL, answered, 0);
    }

    Scene released(String attempt, long sent, long answered) {
        return request(Action.RELEASE, attempt, sent, Phase.OK, answered, 0);
    }

    Scene notReleased(String attempt, long sent, long answered) {
        return request(Action.RELEASE, attempt, sent, Phase.FAIL, answered, 0);
    }

    /** A request that gets no answer. */
    Scene unanswered(Action action, String attempt, long sent) {
        ops++;
        add(sent, attempt, Phase.INVOKE, action, attempt, 0, LEASE);
        return this;
    }

    /** A belief that ends by a release, with one look at its beginning. */
    Scene believed(String attempt, long token, long at, long left, long end) {
        believed(attempt, token, at, left);
        add(end, attempt, Phase.OK, Action.BELIEVE, attempt + "/" + token, 0, 0);
        return this;
    }

    /** A belief whose end is not known. */
    Scene believed(String attempt, long token, long at, long left) {
        ops++;
        add(at, attempt, Phase.INVOKE, Action.BELIEVE, attempt + "/" + token, 0, left);
        return this;
    }

    /** The process of an attempt is killed. */
    Scene killed(String attempt, long at) {
        ops++;
        add(at, HistoryWriter.NEMESIS, Phase.INVOKE, Action.KILL, attempt, 0, 0);
        return this;
    }

    private Scene request(Action action, String attempt, long sent, Phase outcome, long answered, long token) {
        ops++;
        add(sent, attempt, Phase.INVOKE, action, attempt, 0, action == Action.RELEASE ? 0 : LEASE);
        add(answered, attempt, outcome, action, attempt, token, token == 0 ? 0 : PROVEN);
        return this;
    }

    private void add(
            long millis, String process, Phase phase, Action action, String owner, long token, long promiseMillis) {
        events.add(new HistoryEvent(
                TimeUnit.MILLISECONDS.toNanos(millis),
                process,
                ops,
                phase,
                action,
                "lock",
                owner,
                token,
                token == 0 ? 0 : 1,
                TimeUnit.MILLISECONDS.toNanos(promiseMillis),
                ""));
    }

    History history() {
        return History.of(events);
    }
}
