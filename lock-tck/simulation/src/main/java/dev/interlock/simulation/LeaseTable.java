// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The leases of a store by the store's wall clock, with their tokens and their state a moment ago. */
final class LeaseTable {

    /** By how much a server that takes over lags. */
    private static final long BEHIND_NANOS = 20_000_000;

    private final Schedule schedule;
    private final Deque<Past> history = new ArrayDeque<>();
    private Map<LockName, Lease> leases = new LinkedHashMap<>();
    private long lastToken;
    private long jumped;

    LeaseTable(Schedule schedule) {
        this.schedule = schedule;
    }

    private record Lease(
            AttemptId owner,
            long token,
            long end,
            @Nullable String hint,
            @Nullable BackendContext recalls) {}

    private record Past(long until, Map<LockName, Lease> leases) {}

    void loseData() {
        leases.clear();
    }

    void free(LockName name) {
        leases.remove(name);
    }

    /** Whether a server with an older state has taken over. */
    boolean failOver() {
        long then = schedule.now() - BEHIND_NANOS;
        Optional<Past> latest =
                history.stream().filter(past -> past.until > then).findFirst();
        latest.ifPresent(past -> leases = new LinkedHashMap<>(past.leases));
        return latest.isPresent();
    }

    void jump(long nanos) {
        jumped += nanos;
    }

    /** For display; empty if no lock is held. */
    String held() {
        expire();
        return leases.isEmpty() ? "" : leases.toString();
    }

    Optional<Holder> inspect(LockName name) {
        expire();
        return Optional.ofNullable(leases.get(name))
                .map(lease -> new Holder(
                        lease.token,
                        Optional.of(Duration.ofNanos(lease.end - now())),
                        Optional.ofNullable(lease.hint)));
    }

    /** What is left of the lease of another attempt; empty if this attempt has the lock, or may have it. */
    Optional<Duration> leftToAnother(Attempt attempt) {
        expire();
        Lease known = leases.get(attempt.name());
        return known == null || known.owner.equals(attempt.id())
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(known.end - now()));
    }

    /** Grants a lock that no other attempt has, or grants it again. */
    Grant grant(Attempt attempt, BackendContext client) {
        expire();
        Lease known = leases.get(attempt.name());
        long token = known != null ? known.token : ++lastToken;
        lastToken = Math.max(lastToken, token + attempt.tokens() - 1);
        change(
                attempt.name(),
                new Lease(
                        attempt.id(),
                        token,
                        longer(known, attempt.lease()),
                        attempt.holderHint(),
                        attempt.recallable() ? client : null));
        return Grant.of(attempt, token, schedule.now(), attempt.lease());
    }

    /** Tells the owner of a lock that another client wants it, if the owner may retain it. */
    void recall(LockName name) {
        Lease known = leases.get(name);
        if (known != null && known.recalls != null) {
            known.recalls.reportWanted(known.owner);
        }
    }

    RenewOutcome renew(Grant grant, Duration lease) {
        LockName name = grant.attempt().name();
        Lease known = own(grant.attempt());
        if (known == null) {
            return new RenewOutcome.NotOwner("the lease of " + name + " is another's or none");
        }
        change(name, new Lease(known.owner, known.token, longer(known, lease), known.hint, known.recalls));
        return new RenewOutcome.Renewed(schedule.now(), lease);
    }

    /** Whether the attempt had the lock, which is free then. */
    boolean release(Attempt attempt) {
        boolean owned = own(attempt) != null;
        if (owned) {
            remember();
            leases.remove(attempt.name());
        }
        return owned;
    }

    private @Nullable Lease own(Attempt attempt) {
        expire();
        Lease known = leases.get(attempt.name());
        return known != null && known.owner.equals(attempt.id()) ? known : null;
    }

    private long now() {
        return schedule.now() + jumped;
    }

    private void expire() {
        leases.values().removeIf(lease -> lease.end <= now());
    }

    private void change(LockName name, Lease lease) {
        remember();
        leases.put(name, lease);
    }

    private void remember() {
        history.add(new Past(schedule.now(), Map.copyOf(leases)));
        while (history.size() > 8) {
            history.remove();
        }
    }

    /** Never shortens: a delayed request may arrive after one with a longer lease. */
    private long longer(@Nullable Lease known, Duration lease) {
        long end = now() + lease.toNanos();
        return known == null ? end : Math.max(known.end, end);
    }
}
