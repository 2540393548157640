// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.DistributedReadWriteLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.LockHandle;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rule of SHARE about the order of those that wait. */
public abstract class ShareOrderRules extends ShareRuleTest {

    private static final int WRITERS = 2;
    private static final Duration FOR_LONG = Duration.ofSeconds(4);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    @Test
    @Proves(Rule.SHARE_3)
    void SHARE_3_a_reader_that_comes_after_a_waiting_writer_waits_for_it() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        DistributedReadWriteLock three = client().readWrite(name);
        LockHandle reader = held(client().readWrite(name).read());
        CompletableFuture<LockHandle> writing = client().readWrite(name).write().acquireAsync(patient());
        awaitWaiter(three.read());
        CompletableFuture<LockHandle> reading = three.read().acquireAsync(patient());
        require(!writing.isDone(), "a writer was granted '{}' beside a reader", name);
        reader.close();
        LockHandle writer = granted("the writer", writing);
        require(!reading.isDone(), "a reader was granted '{}' before the writer that came earlier", name);
        writer.close();
        LockHandle later = granted("the later reader", reading);
        requireGreater(later, writer);
        later.close();
    }

    @Test
    @Proves(Rule.SHARE_3)
    void SHARE_3_a_reader_waits_for_all_writers_that_came_before_it() throws Exception {
        if (!shares()) {
            return;
        }
        ShareSteps store = steps();
        String name = name();
        Grant reader = granted(store, attempt(name, longLease()), Share.READ);
        List<Contest> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(closing(steps().contest(attempt(name, longLease()), Share.WRITE)));
            requireContended(writers.get(i));
        }
        ShareSteps later = steps();
        requireTaken(later, name, Share.READ, "while a reader has it and " + WRITERS + " writers wait");
        requireTaken(later, name, Share.WRITE, "while a reader has it and " + WRITERS + " writers wait");
        store.release(reader.attempt());
        for (Contest writer : writers) {
            requireTaken(later, name, Share.READ, "while writers wait");
            await("the next writer is granted '" + name + "'", () -> isGranted(store, writer));
        }
        granted(later, attempt(name, longLease()), Share.READ);
    }

    /** Looks for a waiter, and gives back what it was granted. */
    private static boolean isGranted(ShareSteps store, Contest contest) {
        return contest.attempt() instanceof AcquireOutcome.Granted told
                && store.release(told.grant().attempt()) instanceof ReleaseOutcome.Released;
    }

    /** Places that are kept by looks may have to be renewed, and must not get behind others by that. */
    @Test
    @Proves(Rule.SHARE_3)
    void SHARE_3_those_that_wait_for_long_keep_their_order() {
        if (!shares()) {
            return;
        }
        ShareSteps store = steps();
        String name = name();
        Grant held = granted(store, attempt(name, longLease()), BOTH);
        Contest first = closing(steps().contest(attempt(name, longLease()), BOTH));
        Contest second = closing(steps().contest(attempt(name, longLease()), BOTH));
        requireContended(first);
        requireContended(second);
        Stopwatch watch = new Stopwatch();
        for (int look = 1; watch.elapsed().compareTo(FOR_LONG) < 0; look++) {
            // The first alone: if each of them went to the end in its turn, the order would be right again.
            requireContended(first);
            Duration next = BETWEEN_LOOKS.multipliedBy(look);
            Awaiter.holdsWithin(() -> watch.elapsed().compareTo(next) > 0, BETWEEN_LOOKS);
        }
        store.release(held.attempt());
        requireContended(second);
        await("the first waiter is granted '" + name + "'", () -> isGranted(store, first));
        evidence(
                "two attempts waited for {} ms, and kept their order",
                watch.elapsed().toMillis());
    }

    @Test
    @Proves(Rule.SHARE_3)
    void SHARE_3_a_request_for_several_permits_is_not_overtaken_by_one_for_fewer() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        DistributedSemaphore three = client().semaphore(name, 3);
        LockHandle first = held(client().semaphore(name, 3).permit());
        CompletableFuture<LockHandle> asked =
                client().semaphore(name, 3).permits(3).acquireAsync(patient());
        awaitWaiter(three.permit());
        CompletableFuture<LockHandle> later = three.permit().acquireAsync(patient());
        first.close();
        LockHandle all = granted("the request for three permits", asked);
        require(!later.isDone(), "a request for one permit of '{}' overtook one for three", name);
        all.close();
        granted("the request for one permit", later).close();
    }

    @Test
    @Proves(Rule.SHARE_3)
    void SHARE_3_readers_that_wait_for_a_writer_are_granted_together() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        LockHandle writer = held(client().readWrite(name).write());
        CompletableFuture<LockHandle> one = client().readWrite(name).read().acquireAsync(patient());
        CompletableFuture<LockHandle> two = client().readWrite(name).read().acquireAsync(patient());
        writer.close();
        LockHandle first = granted("one reader", one);
        LockHandle second = granted("another reader beside it", two);
        first.close();
        second.close();
    }
}
