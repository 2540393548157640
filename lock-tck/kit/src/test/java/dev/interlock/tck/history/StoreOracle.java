// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides by trying everything out whether a store can have given these answers: it walks through all whole moments
 * and, at each one, through all orders in which pending requests may be executed and holds may end. Knows nothing of
 * intervals or tokens' order beyond "a grant needs a token above the last one". All constraints have whole numbers, so
 * whole moments suffice.
 */
final class StoreOracle {

    private static final long NONE = -1;

    private final List<Operation> requests;
    private final List<InjectedFault> faults;
    private final StoreModel model;
    private final long horizon;
    private long[] seen = new long[256];
    private int known;

    /** Token 0 is a hold whose token nobody knows. */
    private record State(long now, int done, int holder, long token, long lastToken, long promised, long lapses) {

        /** All of it in one number, never 0; a history is small enough for these widths. */
        long key() {
            long key = now;
            key = (key << 16) | done;
            key = (key << 5) | (holder + 1);
            key = (key << 4) | (token + 1);
            key = (key << 4) | lastToken;
            key = (key << 6) | promised;
            return ((key << 6) | Math.min(lapses, 63)) + 1;
        }
    }

    StoreOracle(History history, StoreModel model) {
        this.requests = history.operations().stream()
                .filter(operation -> !operation.action().injected())
                .toList();
        this.faults = history.injectedFaults().stream()
                .filter(fault -> fault.ends(model))
                .toList();
        this.model = model;
        this.horizon =
                history.events().stream().mapToLong(HistoryEvent::nanos).max().orElse(0);
    }

    boolean possible() {
        int must = 0;
        for (int i = 0; i < requests.size(); i++) {
            Operation request = requests.get(i);
            boolean refused = request.is(Action.ACQUIRE, Phase.FAIL);
            if (request.outcome() != Phase.INFO && !refused) {
                must |= 1 << i;
            }
        }
        return search(new State(0, 0, -1, NONE, 0, 0, 0), must);
    }

    private boolean search(State state, int must) {
        if ((state.done & must) == must) {
            return true;
        }
        if (state.now > horizon || !isNew(state.key())) {
            return false;
        }
        boolean overdue = false;
        for (int i = 0; i < requests.size(); i++) {
            Operation request = requests.get(i);
            if ((state.done & (1 << i)) != 0 || request.from() > state.now) {
                continue;
            }
            State next = execute(request, i, state);
            if (next != null && search(next, must)) {
                return true;
            }
            overdue |= (must & (1 << i)) != 0 && request.to() <= state.now;
        }
        if (state.holder >= 0 && mayEnd(state) && search(free(state, state.done), must)) {
            return true;
        }
        return !overdue
                && search(
                        new State(
                                state.now + 1,
                                state.done,
                                state.holder,
                                state.token,
                                state.lastToken,
                                state.promised,
                                state.lapses),
                        must);
    }

    private boolean isNew(long key) {
        if (2 * known > seen.length) {
            long[] old = seen;
            seen = new long[2 * old.length];
            known = 0;
            for (long kept : old) {
                if (kept != 0) {
                    isNew(kept);
                }
            }
        }
        int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & (seen.length - 1);
        while (seen[at] != 0) {
            if (seen[at] == key) {
                return false;
            }
            at = (at + 1) & (seen.length - 1);
        }
        seen[at] = key;
        known++;
        return true;
    }

    private boolean mayEnd(State state) {
        Operation granted = requests.get(state.holder);
        return state.now >= state.promised || mayBeEnded(state, granted);
    }

    private boolean mayBeEnded(State state, Operation granted) {
        for (InjectedFault fault : faults) {
            if (fault.from() <= state.now
                    && fault.to() >= state.now
                    && fault.hits(granted.lock(), granted.owner(), granted.process())) {
                return true;
            }
        }
        return false;
    }

    private static State free(State state, int done) {
        return new State(state.now, done, -1, NONE, state.lastToken, 0, 0);
    }

    private @Nullable State execute(Operation request, int index, State state) {
        int done = state.done | 1 << index;
        boolean own = state.holder >= 0 && requests.get(state.holder).owner().equals(request.owner());
        boolean alive = own && state.now <= state.lapses;
        Phase outcome = request.outcome();
        return switch (request.action()) {
            case ACQUIRE ->
                state.holder < 0 ? grant(request, index, state, done) : alive ? arm(request, state, done) : null;
            case RENEW ->
                outcome == Phase.FAIL ? (own ? null : skip(state, done)) : alive ? arm(request, state, done) : null;
            default ->
                outcome == Phase.FAIL
                        ? (own ? null : skip(state, done))
                        : (outcome == Phase.OK ? alive : own) ? free(state, done) : null;
        };
    }

    private static State skip(State state, int done) {
        return new State(state.now, done, state.holder, state.token, state.lastToken, state.promised, state.lapses);
    }

    private @Nullable State grant(Operation request, int index, State state, int done) {
        if (request.outcome() == Phase.FAIL) {
            return null;
        }
        if (request.outcome() == Phase.INFO) {
            return new State(state.now, done, index, 0, state.lastToken, state.now, lapse(request, state));
        }
        if (request.token() <= state.lastToken) {
            return null;
        }
        return new State(
                state.now,
                done,
                index,
                request.token(),
                request.token() + request.tokens() - 1,
                promise(request, state),
                lapse(request, state));
    }

    private @Nullable State arm(Operation request, State state, int done) {
        long token = state.token;
        long lastToken = state.lastToken;
        if (request.outcome() == Phase.FAIL) {
            return null;
        }
        if (request.outcome() == Phase.OK && request.token() > 0) {
            if (token == 0 && request.token() > lastToken) {
                token = request.token();
                lastToken = request.token() + request.tokens() - 1;
            } else if (token != request.token()) {
                return null;
            }
        }
        long promised = request.outcome() == Phase.OK && token > 0 ? promise(request, state) : 0;
        return new State(
                state.now,
                done,
                state.holder,
                token,
                lastToken,
                Math.max(state.promised, promised),
                Math.max(state.lapses, lapse(request, state)));
    }

    private long promise(Operation request, State state) {
        long start = model.start() == StoreModel.Start.GRANT ? state.now : request.from();
        return start + request.promiseNanos();
    }

    private long lapse(Operation request, State state) {
        return Times.plus(
                Times.plus(state.now, request.promiseNanos()), model.overstay().toNanos());
    }
}
