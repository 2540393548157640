// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import dev.interlock.Holder;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The holders of one lock with what each has, and its waiters, at one moment of the store's clock. Immutable.
 *
 * @param limit the units that all grants may have together
 * @param lastToken the greatest token so far
 * @param held the grants, in their order
 * @param waiting the waiters, in their order
 */
record ShareRecord(int limit, long lastToken, List<Held> held, List<Waiting> waiting) {

    /** Grants and waiters of one lock: more would make a text that is slow to send. */
    static final int MOST = 500;

    /** A waiter that has not asked again for so long is gone. It asks again several times within it. */
    static final long PLACE_MILLIS = 6_000;

    /** The clock of the store was cut to whole milliseconds, so a lease that is counted from it would end early by a part. */
    static final long CUT_MILLIS = 1;

    /**
     * A grant.
     *
     * @param id of the attempt, as text
     * @param units what it takes
     * @param token its first fencing token
     * @param untilMillis the end of its lease
     * @param hint what its holder says of itself
     */
    record Held(
            String id,
            int units,
            long token,
            long untilMillis,
            @Nullable String hint) {

        private Held until(long millis) {
            return new Held(id, units, token, Math.max(untilMillis, millis), hint);
        }
    }

    /**
     * A place in the queue.
     *
     * @param id of the attempt, as text
     * @param units what it asks for
     * @param untilMillis when it is given up, unless the waiter asks again
     * @param leaseMillis the lease that it asks for
     * @param tokens how many tokens it asks for
     * @param hint what its holder will say of itself
     */
    record Waiting(
            String id,
            int units,
            long untilMillis,
            long leaseMillis,
            int tokens,
            @Nullable String hint) {

        /** A grant that ends with the place: a waiter that is gone must not keep others out for longer. */
        private Held granted(long token, long nowMillis) {
            return new Held(id, units, token, Math.min(untilMillis, nowMillis + leaseMillis + CUT_MILLIS), hint);
        }
    }

    /** What a snapshot shows, without what has ended by then. */
    static ShareRecord of(ShareSnapshot snapshot) {
        String text = snapshot.text();
        if (text == null) {
            return new ShareRecord(0, 0, List.of(), List.of());
        }
        try {
            return ShareRecordText.parse(text).at(snapshot.nowMillis());
        } catch (RuntimeException e) {
            // Never taken for a free lock: two would hold it.
            throw new LockUnavailableException(
                    "the record of a shared lock cannot be read: another version wrote it, or it is damaged", e);
        }
    }

    /** Without what has ended by then. */
    private ShareRecord at(long now) {
        return new ShareRecord(
                limit,
                lastToken,
                held.stream().filter(one -> one.untilMillis > now).toList(),
                waiting.stream().filter(one -> one.untilMillis > now).toList());
    }

    String text() {
        return ShareRecordText.of(this);
    }

    /** The grant of an attempt. */
    Optional<Held> of(AttemptId id) {
        String text = id.text();
        return held.stream().filter(one -> one.id.equals(text)).findFirst();
    }

    /** Whether another limit is in force. A lock without holders and waiters takes any. */
    boolean hasOtherLimit(Share share) {
        return limit != share.limit() && !(held.isEmpty() && waiting.isEmpty());
    }

    /** Whether the attempt fits beside the grants and the waiters that came before it. */
    boolean fits(AttemptId id, Share share) {
        String text = id.text();
        long ahead = waiting.stream()
                .takeWhile(one -> !one.id.equals(text))
                .mapToLong(Waiting::units)
                .sum();
        return held.size() < MOST && units() + ahead + share.units() <= share.limit();
    }

    private long units() {
        return held.stream().mapToLong(Held::units).sum();
    }

    /** With a grant for the attempt. */
    ShareRecord granted(Attempt attempt, Share share, ShareSnapshot snapshot) {
        long token = Math.max(lastToken + 1, snapshot.leastToken());
        long until = snapshot.nowMillis() + attempt.lease().toMillis() + CUT_MILLIS;
        List<Held> more = new ArrayList<>(held);
        more.add(new Held(attempt.id().text(), share.units(), token, until, attempt.holderHint()));
        return new ShareRecord(share.limit(), token + attempt.tokens() - 1, more, without(attempt.id()).waiting);
    }

    /** With a grant that lasts at least until then. */
    ShareRecord extended(Held own, long untilMillis) {
        return new ShareRecord(
                limit,
                lastToken,
                held.stream()
                        .map(one -> one.equals(own) ? one.until(untilMillis) : one)
                        .toList(),
                waiting);
    }

    /** With a place in the queue for the attempt, at its end if it has none; the same if the queue is full. */
    ShareRecord queued(Attempt attempt, Share share, long nowMillis) {
        String text = attempt.id().text();
        Waiting place = new Waiting(
                text,
                share.units(),
                nowMillis + PLACE_MILLIS,
                attempt.lease().toMillis(),
                attempt.tokens(),
                attempt.holderHint());
        boolean known = waiting.stream().anyMatch(one -> one.id.equals(text));
        if (!known && waiting.size() >= MOST) {
            return this;
        }
        List<Waiting> queue = known
                ? waiting.stream().map(one -> one.id.equals(text) ? place : one).toList()
                : Stream.concat(waiting.stream(), Stream.of(place)).toList();
        return new ShareRecord(share.limit(), lastToken, held, queue);
    }

    /** Whether the attempt's place should be written again. */
    boolean isQueuedWell(AttemptId id, long nowMillis) {
        String text = id.text();
        return waiting.stream().anyMatch(one -> one.id.equals(text) && one.untilMillis - nowMillis > PLACE_MILLIS / 2);
    }

    /** Without the attempt's grant or place. */
    ShareRecord without(AttemptId id) {
        String text = id.text();
        return new ShareRecord(
                limit,
                lastToken,
                held.stream().filter(one -> !one.id.equals(text)).toList(),
                waiting.stream().filter(one -> !one.id.equals(text)).toList());
    }

    /**
     * With grants for the waiters that fit now. Such a grant lasts as long as the place would have, so that one for a
     * waiter that is gone ends no later.
     */
    ShareRecord withNext(ShareSnapshot snapshot) {
        List<Held> more = new ArrayList<>(held);
        long last = lastToken;
        long units = units();
        int next = 0;
        for (Waiting one : waiting) {
            units += one.units;
            if (units > limit || more.size() >= MOST) {
                break;
            }
            long token = Math.max(last + 1, snapshot.leastToken());
            more.add(one.granted(token, snapshot.nowMillis()));
            last = token + one.tokens - 1;
            next++;
        }
        return new ShareRecord(limit, last, more, waiting.subList(next, waiting.size()));
    }

    /** The attempts that have a grant here, and had none before. */
    List<AttemptId> grantedSince(ShareRecord before) {
        Set<String> known = before.held.stream().map(Held::id).collect(Collectors.toSet());
        return held.stream()
                .map(Held::id)
                .filter(id -> !known.contains(id))
                .map(AttemptIdText::parse)
                .toList();
    }

    /** When the next grant or place ends by itself. */
    OptionalLong nextEndMillis() {
        return ends().min();
    }

    /** When all of them have ended. */
    long lastEndMillis() {
        return ends().max().orElse(Long.MIN_VALUE);
    }

    private LongStream ends() {
        return Stream.concat(
                        held.stream().map(Held::untilMillis), waiting.stream().map(Waiting::untilMillis))
                .mapToLong(Long::longValue);
    }

    List<Holder> holders(long nowMillis) {
        return held.stream()
                .map(one -> new Holder(
                        one.token,
                        Optional.of(Duration.ofMillis(Math.max(1, one.untilMillis - nowMillis - CUT_MILLIS))),
                        Optional.ofNullable(one.hint)))
                .toList();
    }
}
