// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.share;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.share.ShareRecords;
import dev.interlock.spi.toolbox.share.ShareSnapshot;
import dev.interlock.spi.toolbox.share.ShareUpdate;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Records in a map, which are sound but for what a subclass breaks. Their time is that of the client. Thread-safe. */
class BrokenRecords {

    private final Map<LockName, String> texts = new ConcurrentHashMap<>();
    private final Map<AttemptId, CompletableFuture<Void>> waiters = new ConcurrentHashMap<>();
    private final ReentrantLock guard = new ReentrantLock();

    /** The records as one client reaches them. */
    final ShareRecords by(LockClock clock) {
        return new OfClient(clock);
    }

    private <T> T change(LockName name, long nanos, Function<ShareSnapshot, ShareUpdate<T>> change) {
        ShareUpdate<T> update;
        begin();
        try {
            long now = TimeUnit.NANOSECONDS.toMillis(nanos);
            update = change.apply(new ShareSnapshot(read(name, now), now, 1, nanos));
            String text = update.text();
            if (text != null) {
                write(name, text);
            }
        } finally {
            end();
        }
        for (AttemptId id : update.wake()) {
            CompletableFuture<Void> waiter = waiters.get(id);
            if (waiter != null) {
                waiter.complete(null);
            }
        }
        return update.result();
    }

    void begin() {
        guard.lock();
    }

    void end() {
        guard.unlock();
    }

    @Nullable
    String read(LockName name, long nowMillis) {
        return texts.get(name);
    }

    void write(LockName name, String text) {
        texts.put(name, text);
    }

    /** As a server that starts without its data. */
    final void forget() {
        texts.clear();
    }

    private final class OfClient implements ShareRecords {

        private final LockClock clock;

        private OfClient(LockClock clock) {
            this.clock = clock;
        }

        @Override
        public <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) {
            return BrokenRecords.this.change(name, clock.nanoTime(), change);
        }

        @Override
        public AcquireOutcome notAcquired(LockName name, Exception thrown) {
            return new AcquireOutcome.Unknown(thrown);
        }

        @Override
        public Exception sanitized(Exception thrown) {
            return thrown;
        }

        @Override
        public Wake wake(LockName name, AttemptId id) {
            return new Signals(id);
        }
    }

    private final class Signals implements ShareRecords.Wake {

        private final AttemptId id;

        private Signals(AttemptId id) {
            this.id = id;
        }

        @Override
        public CompletableFuture<Void> next() {
            CompletableFuture<Void> signal = new CompletableFuture<>();
            waiters.put(id, signal);
            return signal;
        }

        @Override
        public boolean isLive() {
            return true;
        }

        @Override
        public void close() {
            waiters.remove(id);
        }
    }

    /** Reads and writes, and sees no change in between. */
    static final class Racing extends BrokenRecords {

        @Override
        void begin() {
            // Nothing excludes others.
        }

        @Override
        void end() {
            // Nothing excludes others.
        }

        @Override
        void write(LockName name, String text) {
            // So that all of them have read.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            super.write(name, text);
        }
    }

    /** Forgets the last token with the last holder. */
    static final class Forgetful extends BrokenRecords {

        @Override
        void write(LockName name, String text) {
            super.write(name, text.contains("\nh ") || text.contains("\nw ") ? text : "1 0 0\n.");
        }
    }

    /** Keeps no place for those that wait. */
    static final class Unordered extends BrokenRecords {

        @Override
        void write(LockName name, String text) {
            super.write(name, text.replaceAll("\nw [^\n]*", ""));
        }
    }

    /** Has one end for all holders: the first. */
    static final class OneEndForAll extends BrokenRecords {

        private static final Pattern END_OF_HOLDER = Pattern.compile("\nh \\S+ \\S+ \\S+ (\\d+)");

        @Override
        @Nullable
        String read(LockName name, long nowMillis) {
            String text = super.read(name, nowMillis);
            return text != null && firstEnd(text) <= nowMillis ? null : text;
        }

        private static long firstEnd(String text) {
            return END_OF_HOLDER
                    .matcher(text)
                    .results()
                    .mapToLong(found -> Long.parseLong(found.group(1)))
                    .min()
                    .orElse(Long.MAX_VALUE);
        }
    }
}
