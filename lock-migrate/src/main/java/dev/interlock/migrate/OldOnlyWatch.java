// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees clients on the old store only: holders there without the {@link HolderMark}. It looks when the old store refuses a
 * lock, once a second at most. What it sees is certain. That it sees none proves nothing, since an instance may hold no
 * lock for long. Thread-safe.
 */
final class OldOnlyWatch {

    private static final Logger LOG = LoggerFactory.getLogger(OldOnlyWatch.class);
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LOG_NANOS = Duration.ofMinutes(1).toNanos();

    private final Half from;
    private final TokenRule rule;
    private final LockClock clock;
    private final AtomicLong lookedNanos;
    private final AtomicLong loggedNanos;
    private final AtomicReference<@Nullable OldOnlyHolder> last = new AtomicReference<>();

    OldOnlyWatch(Half from, TokenRule rule, LockClock clock) {
        this.from = from;
        this.rule = rule;
        this.clock = clock;
        lookedNanos = new AtomicLong(clock.nanoTime() - LOOK_NANOS);
        loggedNanos = new AtomicLong(clock.nanoTime() - LOG_NANOS);
    }

    /** The old store refused the lock: looks at its holder, if it is time. */
    void look(LockName name) {
        if (isTime(lookedNanos, LOOK_NANOS)) {
            try {
                from.backend()
                        .inspect(name)
                        .filter(holder -> !HolderMark.isOn(holder))
                        .ifPresent(holder -> seen(name, holder));
            } catch (RuntimeException e) {
                LOG.debug("'{}' on {}: its holder could not be looked at", name, from.store(), e);
            }
        }
    }

    private boolean isTime(AtomicLong lastNanos, long pauseNanos) {
        long before = lastNanos.get();
        long now = clock.nanoTime();
        return now - before >= pauseNanos && lastNanos.compareAndSet(before, now);
    }

    private void seen(LockName name, Holder holder) {
        OldOnlyHolder before = last.get();
        long times = before == null ? 1 : before.times() + 1;
        last.set(new OldOnlyHolder(name.value(), holder.hint(), clock.wallMillis(), times));
        if (isTime(loggedNanos, LOG_NANOS)) {
            LOG.warn(
                    "'{}' is held in {} by a client on that store only (hint '{}'){}: the move must not end yet. Seen {}"
                            + " times",
                    name,
                    from.store(),
                    holder.hint().orElse(""),
                    rule.isRaised(holder.fencingToken()) ? ", whose token guards may refuse, since it is old" : "",
                    times);
        }
    }

    Optional<OldOnlyHolder> last() {
        return Optional.ofNullable(last.get());
    }
}
