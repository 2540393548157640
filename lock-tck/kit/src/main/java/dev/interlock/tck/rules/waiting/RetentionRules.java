// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The rules of RET. */
public abstract class RetentionRules extends InstrumentedRuleTest {

    /** How long a store that declares no recalls is watched. */
    private static final Duration RECALLED = Duration.ofMillis(500);

    /**
     * Longer than a rule is patient, also the third of the lease after which a client keeps no lock: a lock that others
     * get was recalled.
     */
    private AcquireOptions retaining() {
        Duration lasting = fixture().restartLease();
        return waiting(LONG).withLease(lasting).withRetention(lasting);
    }

    /** A backend that can keep a lock for so long. */
    private InterceptedBackend lasting() {
        return new InterceptedBackend(fixture().openForRestart());
    }

    /**
     * A client over this backend that retains the lock. The first locks of a client may not be retained, since a backend
     * may have to connect first to hear of others.
     */
    private LockClient retaining(InterceptedBackend backend, String name) throws Exception {
        LockClient client = client(backend);
        await("a client retains '" + name + "'", () -> {
            hold(client, name, retaining()).release();
            long asked = backend.distinctAttempts(name);
            hold(client, name, retaining()).release();
            return backend.distinctAttempts(name) == asked;
        });
        return client;
    }

    private boolean recalls() {
        if (capabilities().has(Capability.RECALLS)) {
            return true;
        }
        LockClient client = client();
        IllegalArgumentException told = thrown(
                IllegalArgumentException.class,
                "a retention on a store that does not declare " + Capability.RECALLS,
                () -> client.lock(name()).tryAcquire(retaining()));
        require(
                String.valueOf(told.getMessage()).contains(Capability.RECALLS.name()),
                "a retention was refused, and the text does not give the reason: {}",
                told.getMessage());
        thrown(
                IllegalArgumentException.class,
                "a retention by the client's defaults on a store that does not declare " + Capability.RECALLS,
                () -> client(ClientOptions.STANDARD.withDefaults(retaining()))
                        .lock(name())
                        .tryAcquire());
        evidence("refused, as the backend does not declare it: {}", told.getMessage());
        return false;
    }

    @Test
    @Proves(Rule.RET_1)
    void RET_1_a_store_that_does_not_declare_it_recalls_no_lock() {
        if (capabilities().has(Capability.RECALLS)) {
            evidence("{} is declared", Capability.RECALLS);
            return;
        }
        StandaloneContext context = new StandaloneContext();
        LockBackend owner = started(fixture().openBackend(), context);
        Attempt owned = attempt(name(), longLease()).withRecall();
        granted(owner, owned);
        LockBackend other = backend();
        never(
                "the store notifies the owner of '" + owned.name() + "' that another client wants it, and "
                        + Capability.RECALLS + " is not declared: declare it",
                () -> {
                    AcquireOutcome outcome =
                            other.tryAcquire(attempt(owned.name().value(), longLease()));
                    require(
                            outcome instanceof AcquireOutcome.Contended,
                            "'{}' is held, and an attempt of another client ended as {}",
                            owned.name(),
                            outcome);
                    return context.wanted().contains(owned.id());
                },
                RECALLED);
        evidence("another client was refused, and the owner was not told");
    }

    @Test
    @Proves(Rule.RET_1)
    void RET_1_a_waiter_of_another_client_gets_a_retained_lock() throws Exception {
        if (!recalls()) {
            return;
        }
        InterceptedBackend backend = lasting();
        String name = name();
        LockHandle last = hold(retaining(backend, name), name, retaining());
        last.release();
        long token = last.fencingToken();
        Stopwatch asked = new Stopwatch();
        LockHandle handle =
                granted("the waiter's acquisition", client().lock(name).acquireAsync(waiting(LONG)));
        require(
                handle.fencingToken() > token,
                "'{}' was retained after token {}, and the next client got {}",
                name,
                token,
                handle.fencingToken());
        evidence(
                "granted after {} ms with token {}, after {}",
                asked.elapsed().toMillis(),
                handle.fencingToken(),
                token);
    }

    @Test
    @Proves(Rule.RET_1)
    void RET_1_a_waiter_that_was_there_before_the_grant_gets_it() throws Exception {
        if (!recalls()) {
            return;
        }
        InterceptedBackend backend = lasting();
        String name = name();
        LockClient retains = retaining(backend, name);
        LockHandle first = hold(client(), name, waiting(LONG));
        long answered = backend.answeredAttempts(name);
        CompletableFuture<LockHandle> second = retains.lock(name).acquireAsync(retaining());
        await("the second waits", () -> backend.answeredAttempts(name) > answered);
        InterceptedBackend behind = intercepted();
        ReentrantLock turn = new ReentrantLock();
        behind.onAcquire(attempt -> inTurn(turn, attempt));
        CompletableFuture<LockHandle> third = client(behind).lock(name).acquireAsync(waiting(LONG));
        await("the third waits", () -> behind.answeredAttempts(name) > 0);
        // At a store without order the third could otherwise be first, and no lock would be retained.
        grantedFirst(second, first, turn).release();
        LockHandle last = granted("the third's acquisition", third);
        evidence("granted with token {}", last.fencingToken());
    }

    /** Does a step of a waiter, at a time at which the waiter may ask. */
    private static AcquireOutcome inTurn(ReentrantLock turn, Supplier<AcquireOutcome> step) {
        turn.lock();
        try {
            return step.get();
        } finally {
            turn.unlock();
        }
    }

    /** Lets one waiter be granted the lock before another one, which does not ask in the meantime. */
    private LockHandle grantedFirst(CompletableFuture<LockHandle> one, LockHandle before, ReentrantLock turnOfOther)
            throws Exception {
        turnOfOther.lock();
        try {
            before.release();
            return granted("the second's acquisition", one);
        } finally {
            turnOfOther.unlock();
        }
    }

    @Test
    @Proves(Rule.RET_1)
    void RET_1_tries_of_another_client_get_it() throws Exception {
        if (!recalls()) {
            return;
        }
        String name = name();
        retaining(lasting(), name);
        LockClient other = client();
        Stopwatch asked = new Stopwatch();
        await(
                "a try for '" + name + "' recalls it, and a later one gets it",
                () -> tryAcquire(other, name, unrenewed(longLease())).isPresent());
        evidence("granted after {} ms", asked.elapsed().toMillis());
    }

    @Test
    @Proves(Rule.RET_1)
    void RET_1_a_set_of_another_client_gets_it() throws Exception {
        if (!recalls()) {
            return;
        }
        String name = name();
        String free = name();
        retaining(lasting(), name);
        join("the set's acquisition", client().lockAll(List.of(free, name)).acquireAsync(waiting(LONG)))
                .close();
        evidence("'{}' and '{}' were granted", free, name);
    }

    @Test
    @Proves(Rule.RET_2)
    void RET_2_its_client_gets_it_again_with_the_next_token_and_without_a_request() throws Exception {
        if (!recalls()) {
            return;
        }
        InterceptedBackend backend = lasting();
        String name = name();
        LockClient client = retaining(backend, name);
        int requests = backend.requests();
        LockHandle before = hold(client, name, retaining());
        before.release();
        LockHandle after = hold(client, name, retaining());
        if (backend.requests() == requests) {
            require(
                    after.fencingToken() == before.fencingToken() + 1,
                    "'{}' was acquired again without a request, with token {} after {}",
                    name,
                    after.fencingToken(),
                    before.fencingToken());
        } else {
            require(
                    after.fencingToken() > before.fencingToken(),
                    "'{}' was acquired again with token {} after {}",
                    name,
                    after.fencingToken(),
                    before.fencingToken());
        }
        // Twice: what the first one recalls must not be free for the second one, either.
        LockClient other = client();
        require(
                after.state() == HandleState.HELD && !isFree(other, name) && !isFree(other, name),
                "'{}' is {} for the client that acquired it again, and others are granted it",
                name,
                after.state());
        before.close();
        require(
                after.state() == HandleState.HELD,
                "a former handle of '{}' made the present one {}",
                name,
                after.state());
        evidence("tokens {} and {}", before.fencingToken(), after.fencingToken());
    }

    @Test
    @Proves(Rule.RET_3)
    void RET_3_what_was_reported_lost_is_asked_of_the_store() throws Exception {
        if (!recalls()) {
            return;
        }
        InterceptedBackend backend = lasting();
        String name = name();
        LockClient client = retaining(backend, name);
        long asked = backend.distinctAttempts(name);
        backend.takeAway(name);
        backend.reportLost(name);
        LockHandle other = hold(client(), name, waiting(LONG));
        await("the store is asked for '" + name + "', which was lost while its client retained it", () -> {
            require(
                    tryAcquire(client, name, retaining().withMaxWait(Duration.ZERO))
                            .isEmpty(),
                    "'{}' was lost while its client retained it, another client has it, and the former one got it again",
                    name);
            return backend.distinctAttempts(name) > asked;
        });
        evidence("another client has token {}, and the former one was refused", other.fencingToken());
    }
}
