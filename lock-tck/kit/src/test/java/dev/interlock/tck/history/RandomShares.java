// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A tiny history of a lock that several may hold, from a seed, and the answer whether a store can have produced it. */
final class RandomShares {

    /** What an owner's requests allow. -1 is the time of a request that there is not. */
    private record Owner(
            int units, long grantFrom, long askedFrom, long grantTo, long renewedFrom, long promise, long releaseFrom) {

        /** The earliest end of a hold that was granted then. */
        long end(long granted) {
            long last = Math.max(granted, renewedFrom);
            if (releaseFrom >= 0) {
                return Math.max(last, releaseFrom);
            }
            return Math.max(Math.max(granted, askedFrom), renewedFrom) + promise;
        }
    }

    private final Random random;
    private final int limit;
    private final List<Owner> owners = new ArrayList<>();
    private final List<HistoryEvent> events = new ArrayList<>();
    private long op;

    RandomShares(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        limit = 1 + random.nextInt(3);
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            add(i);
        }
    }

    History history() {
        return History.of(events);
    }

    private void add(int number) {
        int units = 1 + random.nextInt(limit);
        Share share = new Share(units, limit);
        long promise = 1L + random.nextInt(5);
        long token = number + 1L;
        long at = random.nextInt(20);
        long grantFrom = at;
        if (random.nextInt(4) == 0) {
            // Its place in the queue may become a grant before it asks again.
            at = request(number, Action.ACQUIRE, Phase.FAIL, share, 0, promise, at);
        } else {
            grantFrom = at = at + random.nextInt(2);
        }
        long askedFrom = at;
        long grantTo = request(number, Action.ACQUIRE, Phase.OK, share, token, promise, at) - 1;
        at = grantTo + 1;
        long renewedFrom = -1;
        if (random.nextInt(3) == 0) {
            renewedFrom = at;
            at = request(number, Action.RENEW, Phase.OK, share, token, promise, at);
        }
        boolean released = random.nextInt(3) > 0;
        if (released) {
            request(number, Action.RELEASE, Phase.OK, share, 0, 0, at);
        }
        owners.add(new Owner(units, grantFrom, askedFrom, grantTo, renewedFrom, promise, released ? at : -1));
    }

    /** Begins at the given time, and returns the time after its end. */
    private long request(int owner, Action action, Phase outcome, Share share, long token, long promise, long from) {
        String process = "p" + owner;
        LockPart part = LockPart.shared("L", share);
        HistoryEvent invoke = new HistoryEvent(
                from, process, ++op, Phase.INVOKE, action, part.lock(), process, 0, 0, promise, share, "");
        events.add(invoke);
        long to = from + random.nextInt(3);
        String detail = outcome == Phase.FAIL ? Action.CONTENDED : "";
        events.add(invoke.later(to, outcome, token, token > 0 ? 1 : 0, token > 0 ? promise : 0, detail));
        return to + 1;
    }

    /** Tries every time of every grant. */
    boolean isPossible() {
        return isPossible(new long[owners.size()], 0);
    }

    private boolean isPossible(long[] granted, int next) {
        if (next == granted.length) {
            return true;
        }
        Owner owner = owners.get(next);
        long from = Math.max(owner.grantFrom, next == 0 ? 0 : granted[next - 1]);
        for (long at = from; at <= owner.grantTo; at++) {
            granted[next] = at;
            if (fits(granted, next) && isPossible(granted, next + 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean fits(long[] granted, int last) {
        int units = owners.get(last).units;
        for (int i = 0; i < last; i++) {
            units += owners.get(i).end(granted[i]) > granted[last] ? owners.get(i).units : 0;
        }
        return units <= limit;
    }
}
