// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.toolbox.share.RecordedShares;
import dev.interlock.spi.toolbox.share.ShareRecords;
import dev.interlock.spi.toolbox.share.ShareSnapshot;
import dev.interlock.spi.toolbox.share.ShareUpdate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of locks that several may hold, as Redis and SQL keep them: a text for each lock, which is replaced if it is
 * unchanged. A look and a replacement are one moment each, by the store's clock.
 */
final class RecordTable {

    /** By how much a server that takes over lags. */
    private static final long BEHIND_NANOS = 20_000_000;

    private static final int REMEMBERED = 8;
    private static final Duration LEASE = Duration.ofSeconds(1);

    private final Schedule schedule;
    private final boolean signals;
    private final Deque<Past> history = new ArrayDeque<>();
    private final Map<AttemptId, Runnable> waiters = new HashMap<>();
    private Map<LockName, String> texts = new LinkedHashMap<>();
    private long jumped;

    /** A table that tells waiters of their turn, or does not. */
    RecordTable(Schedule schedule, boolean signals) {
        this.schedule = schedule;
        this.signals = signals;
    }

    private record Past(long until, Map<LockName, String> texts) {}

    /**
     * What a client sees of a record.
     *
     * @param text null if there is none
     * @param nowMicros the store's clock
     */
    record Seen(@Nullable String text, long nowMicros) {

        /** The same with the client's clock before its request was sent. */
        ShareSnapshot sentAt(long nanos) {
            return new ShareSnapshot(text, nowMicros / 1_000, nowMicros, nanos);
        }
    }

    boolean signals() {
        return signals;
    }

    Capabilities capabilities() {
        Set<Capability> declared =
                EnumSet.of(Capability.FIFO_BETWEEN_CLIENTS, Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.SHARES);
        if (signals) {
            declared.add(Capability.NOTIFIES_WAITERS);
        }
        return Capabilities.of(
                        "simulated",
                        signals ? Waiting.SIGNAL : Waiting.POLL,
                        AcquireOptions.MIN_LEASE,
                        AcquireOptions.MAX_LEASE)
                .withDeclared(declared)
                .withMaxTokens(64);
    }

    Seen look(LockName name) {
        return new Seen(texts.get(name), (schedule.now() + jumped) / 1_000);
    }

    /** Whether the record was still the known one, in time, and is replaced. */
    boolean replace(LockName name, @Nullable String known, String text, long beforeMillis, List<AttemptId> wake) {
        if (!Objects.equals(texts.get(name), known) || look(name).nowMicros() / 1_000 >= beforeMillis) {
            return false;
        }
        history.add(new Past(schedule.now(), Map.copyOf(texts)));
        while (history.size() > REMEMBERED) {
            history.remove();
        }
        texts.put(name, text);
        wake.forEach(id -> waiters.getOrDefault(id, () -> {}).run());
        return true;
    }

    /** Runs a task at each turn of a waiter from now on, in place of earlier tasks. */
    void listen(AttemptId id, Runnable task) {
        waiters.put(id, task);
    }

    void forget(AttemptId id) {
        waiters.remove(id);
    }

    /** Those that wait are not woken: each of them looks again by itself. */
    void loseData() {
        texts.clear();
    }

    /** A server with an older state takes over. */
    void failOver() {
        long then = schedule.now() - BEHIND_NANOS;
        history.stream()
                .filter(past -> past.until > then)
                .findFirst()
                .ifPresent(past -> texts = new LinkedHashMap<>(past.texts));
    }

    void jump(long nanos) {
        jumped += nanos;
    }

    /** For display; empty if no lock is held or waited for. */
    String held() {
        ShareSteps onlooker = new RecordedShares(new AtTheStore(), capabilities());
        return Call.SHARED_NAMES.stream()
                .flatMap(name -> held(onlooker, new LockName(name)))
                .collect(Collectors.joining(", "));
    }

    /** Holders, and whether others wait, which the renewal of a grant that does not exist tells. */
    static Stream<String> held(ShareSteps shares, LockName name) {
        Attempt stranger = Attempt.of(name, new AttemptId(0, 0), LEASE, 1, null);
        boolean wanted = shares.renew(Grant.of(stranger, 1, 0, LEASE), LEASE).wanted();
        return Stream.concat(
                shares.inspect(name).stream().map(holder -> name + " " + holder),
                wanted ? Stream.of("a place in the queue of " + name) : Stream.empty());
    }

    /** The records without a network between. */
    private final class AtTheStore implements ShareRecords {

        @Override
        public <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) {
            return change.apply(look(name).sentAt(schedule.now())).result();
        }

        @Override
        public AcquireOutcome notAcquired(LockName name, Exception thrown) {
            return new AcquireOutcome.Unknown(thrown);
        }

        @Override
        public Exception sanitized(Exception thrown) {
            return thrown;
        }
    }
}
