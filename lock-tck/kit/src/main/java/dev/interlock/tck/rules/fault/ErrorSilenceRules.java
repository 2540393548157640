// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The rules of ERR about a store that does not answer. */
public abstract class ErrorSilenceRules extends LinkRuleTest {

    private static final Duration WAIT = Duration.ofMillis(200);

    private static final Duration MOST_SLACK = Duration.ofSeconds(5);

    @Test
    @Proves(Rule.ERR_1)
    void ERR_1_that_another_of_the_same_client_waits_is_not_contention() throws Exception {
        FaultLink link = link();
        InterceptedBackend backend = new InterceptedBackend(link.openBackend());
        LockClient client = client(backend);
        DistributedLock lock = client.lock(name());
        link.blackhole();
        CompletableFuture<LockHandle> waiter =
                lock.acquireAsync(unrenewed(longLease()).withMaxWait(LONG));
        await("the waiter asks the store", () -> !backend.attempts().isEmpty());
        requireNoAnswer("a try while a waiter's first request is under way", lock::tryAcquire);
        requireNoAnswer(
                "a short wait behind the waiter",
                () -> lock.acquire(unrenewed(longLease()).withMaxWait(WAIT)));
        await("the waiter's request ends without an answer", () -> backend.answeredAttempts(lock.name()) > 0);
        requireNoAnswer("a try beside a waiter that got no answer", lock::tryAcquire);
        requireNoAnswer(
                "tryLock beside a waiter that got no answer",
                () -> lock.asLock(unrenewed(longLease())).tryLock());
        waiter.cancel(true);
    }

    @Test
    @Proves(Rule.ERR_1)
    void ERR_1_that_an_attempt_without_an_answer_is_compensated_is_not_contention() {
        FaultLink link = link();
        DistributedLock lock = client(link).lock(name());
        link.blackhole();
        requireNoAnswer("a wait", () -> lock.acquire(unrenewed(longLease()).withMaxWait(WAIT)));
        requireNoAnswer("a try after a wait that got no answer", lock::tryAcquire);
    }

    private void requireNoAnswer(String what, Executable step) {
        LockException told = thrown(LockException.class, what, step);
        require(
                told instanceof LockUnavailableException || told instanceof LockOutcomeUnknownException,
                "{} at a store that does not answer ended as {}",
                what,
                told);
    }

    @Test
    @Proves(Rule.ERR_8)
    void ERR_8_tries_and_waits_end_in_time_at_a_store_that_does_not_answer() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        DistributedLock lock = client.lock(name());
        hold(client, lock.name(), unrenewed(longLease())).release();
        LockBackend backend = started(link.openBackend());
        link.blackhole();
        Duration limit = link.replyTimeout();
        requireEnds("an inspection", limit, () -> client.inspect(lock.name()));
        Stopwatch watch = new Stopwatch();
        backend.operator().ifPresent(operator -> operator.free(new LockName(lock.name()), 1));
        requireWithin("a free", limit, watch.elapsed());
        for (int round = 0; round < 3; round++) {
            requireEnds("a try", limit, lock::tryAcquire);
            Duration both = WAIT.plus(limit);
            Executable wait = () -> lock.acquire(unrenewed(longLease()).withMaxWait(WAIT));
            Future<Boolean> first = start(() -> requireEnds("a wait", both, wait));
            Future<Boolean> second = start(() -> requireEnds("a wait beside another", both, wait));
            join("a wait", first, both.plus(LONG));
            join("a wait beside another", second, both.plus(LONG));
        }
        evidence("tries ended within {} ms, waits of {} ms that much later", limit.toMillis(), WAIT.toMillis());
    }

    private boolean requireEnds(String what, Duration limit, Executable step) {
        Stopwatch watch = new Stopwatch();
        requireNoAnswer(what, step);
        requireWithin(what, limit, watch.elapsed());
        return true;
    }

    private void requireWithin(String what, Duration limit, Duration taken) {
        Duration slack = patience().compareTo(MOST_SLACK) < 0 ? patience() : MOST_SLACK;
        require(
                taken.compareTo(limit.plus(Awaiter.stretched(slack))) <= 0,
                "at a store that does not answer {} took {} ms, and {} ms is the limit" + Awaiter.IF_SLOW,
                what,
                taken.toMillis(),
                limit.toMillis());
    }

    @Test
    @Proves(Rule.ERR_9)
    void ERR_9_a_release_ends_in_time_at_a_store_that_does_not_answer() throws Exception {
        FaultLink link = link();
        LockHandle held = hold(client(link), name(), unrenewed(longLease()));
        link.blackhole();
        Stopwatch watch = new Stopwatch();
        held.release();
        requireWithin("a release", link.replyTimeout().multipliedBy(2), watch.elapsed());
    }

    @Test
    @Proves(Rule.ERR_9)
    void ERR_9_closing_a_backend_ends_in_time_at_a_store_that_does_not_answer() {
        FaultLink link = link();
        LockBackend backend = started(link.openBackend());
        granted(backend, attempt(name(), longLease()));
        link.blackhole();
        Stopwatch watch = new Stopwatch();
        backend.close();
        requireWithin("closing the backend", link.replyTimeout(), watch.elapsed());
    }
}
