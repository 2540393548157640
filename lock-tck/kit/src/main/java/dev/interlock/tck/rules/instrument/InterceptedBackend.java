// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.instrument;

import static java.util.Objects.requireNonNull;

import dev.interlock.AcquireOptions;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A backend that records its client's requests, whose steps a rule can redirect, and through which it can send reports
 * to the client. Thread-safe.
 */
public final class InterceptedBackend extends ForwardingBackend {

    private final List<Attempt> attempts = new CopyOnWriteArrayList<>();
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicInteger releases = new AtomicInteger();
    private final AtomicInteger inspections = new AtomicInteger();
    private final Map<LockName, Attempt> latest = new ConcurrentHashMap<>();
    private final Map<LockName, Grant> granted = new ConcurrentHashMap<>();
    private final Map<LockName, Stopwatch> sinceAsked = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<LockName> answered = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<LockName> renewed = new ConcurrentLinkedQueue<>();
    private final Set<Stopwatch> renewalsUnderWay = ConcurrentHashMap.newKeySet();
    private final AtomicLong slowestAnswerNanos = new AtomicLong();
    private volatile boolean unwatched;
    private volatile Function<Supplier<AcquireOutcome>, AcquireOutcome> acquiring = Supplier::get;
    private volatile Function<Supplier<RenewOutcome>, RenewOutcome> renewing = Supplier::get;
    private volatile Function<Supplier<ReleaseOutcome>, ReleaseOutcome> releasing = Supplier::get;

    private volatile boolean wokenBySignals;

    public InterceptedBackend(LockBackend to) {
        super(to);
    }

    /** Redirects the attempts from now on. */
    public void onAcquire(Function<Supplier<AcquireOutcome>, AcquireOutcome> redirect) {
        acquiring = redirect;
    }

    /** Redirects the renewals from now on. */
    public void onRenew(Function<Supplier<RenewOutcome>, RenewOutcome> redirect) {
        renewing = redirect;
    }

    /** Redirects the releases from now on. */
    public void onRelease(Function<Supplier<ReleaseOutcome>, ReleaseOutcome> redirect) {
        releasing = redirect;
    }

    /**
     * From now on a refused waiter looks again only when the store signals, and never because a time is over. Looks by
     * the clock would hide missing signals.
     */
    public void wakeBySignalsOnly() {
        wokenBySignals = true;
    }

    /** Has no lock watched, so that renewals alone find a loss. To be called before the backend is started. */
    public void withoutWatch() {
        unwatched = true;
    }

    @Override
    public Optional<LossWatch> lossWatch() {
        return unwatched ? Optional.empty() : super.lossWatch();
    }

    /** Every attempt sent, repeated ones included. */
    public List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** The last attempt. It is the owner if it was granted. */
    public Attempt lastAttempt() {
        return attempts.get(attempts.size() - 1);
    }

    public int renewals() {
        return renewals.get();
    }

    /** Releases that were answered. */
    public int releases() {
        return releases.get();
    }

    /** Requests of every kind but renewals. */
    public int requests() {
        return attempts.size() + releases.get() + inspections.get();
    }

    /** How many attempts on a lock were answered. */
    public long answeredAttempts(String name) {
        return count(answered, name);
    }

    /** How many different acquisitions asked for a lock. */
    public long distinctAttempts(String name) {
        LockName lock = new LockName(name);
        return attempts().stream()
                .filter(attempt -> attempt.name().equals(lock))
                .map(Attempt::id)
                .distinct()
                .count();
    }

    /** The time since the last attempt on a lock began. */
    public Stopwatch sinceLastAttempt(String name) {
        return requireNonNull(sinceAsked.get(new LockName(name)));
    }

    /** The last grant of a lock. */
    public Grant grant(String name) {
        return requireNonNull(granted.get(new LockName(name)));
    }

    /** How many renewals of a lock were answered. */
    public long renewals(String name) {
        return count(renewed, name);
    }

    /** The id of the last attempt on a lock: its owner, if it was granted. */
    public AttemptId owner(String name) {
        return attempt(name).id();
    }

    /** Frees a lock at the store without its holder's knowledge, as its expiry or an operator would. */
    public void takeAway(String name) {
        ReleaseOutcome outcome = to().release(attempt(name));
        if (!(outcome instanceof ReleaseOutcome.Released)) {
            throw new IllegalStateException("taking away '" + name + "' ended as " + outcome);
        }
    }

    /** Reports to the client that a hold is gone, as the end of a session would. */
    public void reportLost(String name) {
        context().reportLost(owner(name), "the rule says so");
    }

    /** Reports to the client that a hold may be gone, as a broken connection would. */
    public void reportUncertain(String name) {
        context().reportUncertain(owner(name), "the rule says so");
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        latest.put(attempt.name(), attempt);
        sinceAsked.put(attempt.name(), new Stopwatch());
        AcquireOutcome outcome = acquiring.apply(() -> {
            attempts.add(attempt);
            return super.acquire(attempt, step);
        });
        if (outcome instanceof AcquireOutcome.Granted told) {
            granted.put(attempt.name(), told.grant());
        }
        answered.add(attempt.name());
        return outcome;
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new ForwardingContest(super.contest(attempt)) {
            @Override
            public AcquireOutcome attempt() {
                AcquireOutcome outcome = super.attempt();
                boolean refused = wokenBySignals && outcome instanceof AcquireOutcome.Contended;
                return refused ? new AcquireOutcome.Contended(AcquireOptions.MAX_LEASE) : outcome;
            }

            @Override
            public boolean signalled() {
                return wokenBySignals || super.signalled();
            }
        };
    }

    /** How long the slowest renewal took, or has taken until now if it is not answered yet. */
    public Duration slowestRenewal() {
        long unanswered = renewalsUnderWay.stream()
                .mapToLong(since -> since.elapsed().toNanos())
                .max()
                .orElse(0);
        return Duration.ofNanos(Math.max(unanswered, slowestAnswerNanos.get()));
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        RenewOutcome outcome = renewing.apply(() -> {
            renewals.incrementAndGet();
            return timed(() -> super.renew(grant, lease));
        });
        renewed.add(grant.attempt().name());
        return outcome;
    }

    private RenewOutcome timed(Supplier<RenewOutcome> renewal) {
        Stopwatch since = new Stopwatch();
        renewalsUnderWay.add(since);
        try {
            return renewal.get();
        } finally {
            slowestAnswerNanos.accumulateAndGet(since.elapsed().toNanos(), Math::max);
            renewalsUnderWay.remove(since);
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return releasing.apply(() -> {
            try {
                return super.release(attempt);
            } finally {
                releases.incrementAndGet();
            }
        });
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        inspections.incrementAndGet();
        return super.inspect(name);
    }

    private Attempt attempt(String name) {
        return requireNonNull(latest.get(new LockName(name)), name);
    }

    private static long count(ConcurrentLinkedQueue<LockName> steps, String name) {
        LockName lock = new LockName(name);
        return steps.stream().filter(lock::equals).count();
    }
}
