// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.share;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.toolbox.share.ShareRecords;
import dev.interlock.spi.toolbox.share.ShareSnapshot;
import dev.interlock.spi.toolbox.share.ShareUpdate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Records in a map, which are sound but for what a subclass breaks. Waiters poll. Thread-safe. */
class BrokenRecords implements ShareRecords {

    private final Map<LockName, String> texts = new ConcurrentHashMap<>();
    private final ReentrantLock guard = new ReentrantLock();

    @Override
    public final <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) {
        long sentNanos = System.nanoTime();
        begin();
        try {
            long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            ShareUpdate<T> update = change.apply(new ShareSnapshot(read(name, now), now, 1, sentNanos));
            String text = update.text();
            if (text != null) {
                write(name, text);
            }
            return update.result();
        } finally {
            end();
        }
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

    @Override
    public AcquireOutcome notAcquired(LockName name, Exception thrown) {
        return new AcquireOutcome.Unknown(thrown);
    }

    @Override
    public Exception sanitized(Exception thrown) {
        return thrown;
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
