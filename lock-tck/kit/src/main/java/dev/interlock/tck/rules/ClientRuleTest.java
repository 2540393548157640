// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static java.util.Objects.requireNonNull;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.Renewal;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A rule with its own clients, backends and links, and common steps on them. */
public abstract class ClientRuleTest extends OpeningRuleTest {

    /** A wait that does not end while a rule runs. */
    protected static final Duration LONG = Duration.ofSeconds(30);

    /** What to look at if a gate for a kind of request met none. */
    static final String NO_REQUEST =
            "no request passed the gate for {}: see which messages the link of the fixture takes for that step";

    /** Keeps handles reachable. An unreachable handle counts as abandoned and is not renewed any more. */
    private final Queue<LockHandle> kept = new ConcurrentLinkedQueue<>();

    private @Nullable Capabilities capabilities;

    /** A name that no other rule uses. */
    protected final String name() {
        return fixture().uniqueName();
    }

    /** Three such names, in the order in which several locks are acquired. */
    protected final List<String> names() {
        String name = name();
        return List.of(name + " a", name + " b", name + " c");
    }

    /** Waits until a message of a step is at its gate. */
    protected final void awaitReached(String what, RequestKind kind, MessageGate gate) {
        awaitReached(what, kind, gate, new CompletableFuture<>());
    }

    /** The same for a step that ends without the gate if none of its messages is of that kind. */
    protected final void awaitReached(String what, RequestKind kind, MessageGate gate, Future<?> step) {
        boolean ended = Awaiter.holdsWithin(() -> gate.reached() || step.isDone(), Awaiter.stretched(patience()));
        require(
                gate.reached(),
                "{} in vain for this: {}; " + NO_REQUEST + (ended ? "" : Awaiter.IF_SLOW),
                ended ? "a step ended" : "waited " + waitedMillis() + " ms",
                what,
                kind);
    }

    /**
     * Waits until the refusal of a try is at its gate. A store may say no by a look, and take the lock by another
     * request, for which its gates are.
     *
     * @param refused whether the try was refused without the gate
     */
    protected final void awaitRefusal(String what, MessageGate gate, Callable<Boolean> refused) {
        await(what, () -> gate.reached() || refused.call());
        if (!gate.reached()) {
            throw notExercised("the store refuses a try by a message that the link of the fixture does not take for "
                    + RequestKind.ACQUIRE + ", so no gate holds it");
        }
    }

    /** A short lease that the store can keep. */
    protected final Duration lease() {
        return leaseOf(Duration.ofMillis(300));
    }

    /** A lease of the given length, stretched with the patience, but within the limits of the store. */
    protected final Duration leaseOf(Duration wanted) {
        return new BackendProfile(capabilities())
                .nearestLease(Duration.ofMillis(Awaiter.stretched(wanted).toMillis()));
    }

    /**
     * A lock delay of the given length, stretched with the patience, but no longer than the store can keep after a
     * lease.
     */
    protected final Duration delayOf(Duration wanted, Duration lease) {
        Duration most = capabilities().maxLease().minus(lease);
        Duration delay = leaseOf(wanted);
        return delay.compareTo(most) < 0 ? delay : most;
    }

    /**
     * How long others may have to wait for a lock whose lease is not renewed: the lease, the delay that the fixture
     * declares for its store, and the patience for the machine.
     */
    protected final Duration endOf(Duration lease) {
        return lease.plus(fixture().expiryDelay()).plus(Awaiter.stretched(patience()));
    }

    /** The capabilities of the backend; asked once per rule. */
    protected final Capabilities capabilities() {
        Capabilities declared = capabilities;
        if (declared == null) {
            declared = backend().capabilities();
            capabilities = declared;
        }
        return declared;
    }

    /** Whether the backend declares a capability. If not, the rule records that, and has nothing to ask. */
    protected final boolean declares(Capability capability) {
        boolean declared = capabilities().has(capability);
        if (!declared) {
            evidence("{} is not declared", capability);
        }
        return declared;
    }

    /** The steps of a backend for these locks; empty if none takes them together, which the rule records. */
    protected final Optional<BulkSteps> stepsFor(LockBackend backend, List<Attempt> set) {
        List<LockName> names = set.stream().map(Attempt::name).toList();
        Optional<BulkSteps> steps = backend.bulk().filter(one -> one.canAcquireAll(names));
        if (steps.isEmpty()) {
            evidence("no step takes {} locks", set.size());
        }
        return steps;
    }

    /** The steps for many locks of a backend that must have them. */
    protected final BulkSteps bulk(LockBackend backend) {
        return backend.bulk().orElseThrow(() -> broken("{} has no steps for many locks", backend));
    }

    /** One try, without renewal of the lease. */
    protected static AcquireOptions unrenewed(Duration lease) {
        return AcquireOptions.inherited()
                .withMaxWait(Duration.ZERO)
                .withLease(lease)
                .withRenewal(Renewal.NONE);
    }

    /** One try, with renewal of the lease. */
    protected static AcquireOptions renewed(Duration lease) {
        return unrenewed(lease).withRenewal(Renewal.AUTO);
    }

    /** An attempt as the engine makes it, for one token. */
    protected static Attempt attempt(String name, Duration lease) {
        return Attempt.of(new LockName(name), AttemptId.random(), lease, 1, null);
    }

    /** Acquires a lock that must be free, or become free within the options' limit. */
    protected final LockHandle hold(LockClient client, String name, AcquireOptions options)
            throws InterruptedException {
        LockHandle handle = tryAcquire(client, name, options)
                .orElseThrow(() -> broken("'{}' is free, or is freed in time, and was not granted: {}", name, options));
        kept.add(handle);
        return handle;
    }

    /**
     * Acquires a lock that must be free, for a short lease. If the machine stalled for the whole lease, no hold is
     * left, and the method tries again.
     */
    protected final LockHandle holdBriefly(LockClient client, String name, AcquireOptions options) {
        List<LockHandle> granted = new ArrayList<>(1);
        await("'" + name + "' is granted before its lease ends", () -> {
            try {
                client.lock(name).tryAcquire(options).ifPresent(granted::add);
            } catch (LockUnavailableException e) {
                return false;
            }
            return !granted.isEmpty();
        });
        return granted.get(0);
    }

    /** One acquisition by the public API. An exception is a failure of the rule. */
    protected final Optional<LockHandle> tryAcquire(LockClient client, String name, AcquireOptions options)
            throws InterruptedException {
        try {
            return client.lock(name).tryAcquire(options);
        } catch (LockException e) {
            throw broken(e, "acquiring '{}' ended as {}", name, e);
        }
    }

    /** The notifications of a loss that the holder gets from now on. */
    protected static List<LockLost> lossesOf(LockHandle handle) {
        List<LockLost> losses = new CopyOnWriteArrayList<>();
        handle.onLost(losses::add, Runnable::run);
        return losses;
    }

    /** One attempt at the SPI, which must be granted. */
    protected final Grant granted(LockBackend backend, Attempt attempt) {
        AcquireOutcome outcome = backend.tryAcquire(attempt);
        if (outcome instanceof AcquireOutcome.Granted granted) {
            return granted.grant();
        }
        throw broken("'{}' is free and the attempt ended as {}", attempt.name(), outcome);
    }

    /** The same over a link with a short limit, which a machine that stalls uses up. */
    protected final Grant grantedInTime(LockBackend backend, Duration lease) {
        AtomicReference<@Nullable Grant> grant = new AtomicReference<>();
        await("a lock is granted over a link", () -> {
            if (backend.tryAcquire(attempt(name(), lease)) instanceof AcquireOutcome.Granted granted) {
                grant.set(granted.grant());
            }
            return grant.get() != null;
        });
        return requireNonNull(grant.get());
    }

    /**
     * A grant and its renewal.
     *
     * @param grant for a short lease
     * @param renewal for a long one, in time
     */
    protected record RenewedGrant(Grant grant, RenewOutcome.Renewed renewal) {}

    /** Grants a lock for a short lease and renews it for a long one, once more if the machine stalled in between. */
    protected final RenewedGrant renewedForLonger(LockBackend backend, @Nullable String hint) {
        AtomicReference<@Nullable RenewedGrant> renewed = new AtomicReference<>();
        await("a lock is renewed within its lease of " + lease().toMillis() + " ms", () -> {
            Attempt attempt = Attempt.of(new LockName(name()), AttemptId.random(), lease(), 1, hint);
            if (backend.tryAcquire(attempt) instanceof AcquireOutcome.Granted granted) {
                Grant grant = granted.grant();
                RenewOutcome outcome = backend.renew(grant, longLease());
                long left = grant.sentNanos() + grant.lease().toNanos() - now();
                if (outcome instanceof RenewOutcome.Renewed renewal) {
                    renewed.set(new RenewedGrant(grant, renewal));
                } else {
                    require(left <= 0, "the renewal of '{}' by its owner ended as {}", attempt.name(), outcome);
                }
            }
            return renewed.get() != null;
        });
        return requireNonNull(renewed.get());
    }

    /** An attempt on the same lock. */
    protected final Attempt like(Attempt held) {
        return attempt(held.name().value(), longLease());
    }

    /** Whether a waiter's look waits at the store. If so, the rule records that, and has nothing to ask. */
    protected final boolean waitingBlocks() {
        boolean blocks = capabilities().waiting() == Waiting.BLOCKING;
        if (blocks) {
            evidence("waiting is {}", Waiting.BLOCKING);
        }
        return blocks;
    }

    /** Waits until a waiter relies on a signal that has not come; one that comes too often is no fault. */
    protected final void awaitResting(Contest contest) {
        awaitResting(contest, patience());
    }

    /** Lets a waiter for a held lock look until it relies on its signal; a look may get no answer in time. */
    protected final void awaitResting(Contest contest, Duration atMost) {
        await(
                "a waiter relies on its signal",
                () -> {
                    AcquireOutcome outcome = contest.attempt();
                    require(
                            !(outcome instanceof AcquireOutcome.Granted),
                            "a waiter's look at a lock that is held ended as {}",
                            outcome);
                    return outcome instanceof AcquireOutcome.Contended
                            && contest.signalled()
                            && !contest.signal().toCompletableFuture().isDone();
                },
                atMost);
    }

    protected final void requireContended(Contest contest) {
        AcquireOutcome outcome = contest.attempt();
        require(
                outcome instanceof AcquireOutcome.Contended,
                "a waiter's look at a lock that is held ended as {}",
                outcome);
    }

    /**
     * Whether a hold belongs to a connection. Then no other client can release it, and no later renewal brings it back.
     */
    protected final boolean endsWithConnection() {
        return capabilities().has(Capability.ENDS_WITH_CONNECTION);
    }

    /**
     * Frees a lock at the store without its holder's knowledge. It needs {@link #storeHooks} only if holds end with
     * their connection.
     */
    protected final void takeAway(Attempt attempt) {
        if (endsWithConnection()) {
            storeHooks().expire(attempt.name().value());
            return;
        }
        ReleaseOutcome outcome = backend().release(attempt);
        require(
                outcome instanceof ReleaseOutcome.Released,
                "the release of '{}' by its own attempt ended as {}",
                attempt.name(),
                outcome);
    }
}
