// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The rules of SHARE that clients show. */
public abstract class ShareRules extends ShareRuleTest {

    /** Hints with what could separate the parts of a record. */
    private static final String ONE = "one: 1, 2;3|4/\"5\"";

    private static final String TWO = " two=~!  ";

    /** Ends a competition at a store that is far away. */
    private static final Duration COMPETITION = Duration.ofSeconds(3);

    /** How long a writer that competes stays inside. */
    private static final Duration STAY = Duration.ofMillis(5);

    @Test
    @Proves(Rule.SHARE_1)
    void SHARE_1_readers_hold_it_together_and_a_writer_alone() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        DistributedReadWriteLock one = client().readWrite(name);
        DistributedReadWriteLock two = client().readWrite(name);
        LockHandle first = held(one.read());
        LockHandle second = held(two.read());
        requireRefused(one.write(), "while two readers have it");
        requireReleased(first);
        requireRefused(one.write(), "while a reader has it");
        requireReleased(second);
        LockHandle writer = held(one.write());
        requireRefused(one.read(), "while a writer has it");
        requireRefused(two.read(), "while a writer has it");
        requireRefused(two.write(), "while a writer has it");
        requireReleased(writer);
        held(two.write()).close();
    }

    private void requireReleased(LockHandle handle) {
        ReleaseResult result = handle.release();
        require(result == ReleaseResult.RELEASED, "the release of '{}' said {}", handle.lockName(), result);
    }

    @Test
    @Proves(Rule.SHARE_1)
    void SHARE_1_no_more_permits_are_held_than_there_are() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        DistributedSemaphore one = client().semaphore(name, 3);
        DistributedSemaphore two = client().semaphore(name, 3);
        LockHandle first = held(one.permit());
        LockHandle others = held(two.permits(2));
        requireRefused(one.permit(), "while all permits are held");
        requireReleased(others);
        requireRefused(one.permits(3), "while a permit is held");
        LockHandle next = held(one.permits(2));
        requireRefused(two.permit(), "while all permits are held");
        requireReleased(first);
        requireReleased(next);
        held(two.permits(3)).close();
    }

    @Test
    @Proves(Rule.SHARE_1)
    void SHARE_1_readers_and_writers_that_compete_exclude_each_other() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        Stopwatch watch = new Stopwatch();
        Inside inside = new Inside();
        List<Future<?>> crew = new ArrayList<>();
        for (LockClient client : List.of(client(), client(), client())) {
            for (int thread = 0; thread < 2; thread++) {
                crew.add(start(() -> compete(client.readWrite(name), watch, inside)));
            }
        }
        for (Future<?> each : crew) {
            join("a competing thread", each, LONG);
        }
        require(inside.wrong.get() == 0, "{} times a writer of '{}' was not alone", inside.wrong.get(), name);
        evidence("{} holds of readers and writers", inside.turns.get());
    }

    /** What competing threads see of each other. */
    private static final class Inside {
        private final AtomicInteger turns = new AtomicInteger();
        private final AtomicInteger readers = new AtomicInteger();
        private final AtomicBoolean writing = new AtomicBoolean();

        /** Readers that came while a writer was inside. */
        private final Semaphore met = new Semaphore(0);

        private final AtomicInteger wrong = new AtomicInteger();

        private void read() {
            readers.incrementAndGet();
            if (writing.get()) {
                met.release();
            }
            readers.decrementAndGet();
        }

        /** Stays for long enough to be met, if the lock lets others in. */
        private void write() throws InterruptedException {
            noteUnless(writing.compareAndSet(false, true));
            noteUnless(readers.get() == 0);
            noteUnless(!met.tryAcquire(STAY.toMillis(), TimeUnit.MILLISECONDS));
            writing.set(false);
        }

        private void noteUnless(boolean right) {
            if (!right) {
                wrong.incrementAndGet();
            }
        }
    }

    private Void compete(DistributedReadWriteLock lock, Stopwatch watch, Inside inside) throws Exception {
        for (int i = 0; i < 10 && watch.elapsed().compareTo(COMPETITION) < 0; i++) {
            boolean writes = inside.turns.incrementAndGet() % 3 == 0;
            LockHandle handle = held(writes ? lock.write() : lock.read());
            if (writes) {
                inside.write();
            } else {
                inside.read();
            }
            handle.close();
        }
        return null;
    }

    @Test
    @Proves(Rule.SHARE_2)
    void SHARE_2_readers_and_writers_have_greater_tokens_than_all_before() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        DistributedReadWriteLock one = client().readWrite(name);
        DistributedReadWriteLock two = client().readWrite(name);
        LockHandle first = held(one.read());
        LockHandle second = held(two.read());
        requireGreater(second, first);
        first.close();
        second.close();
        LockHandle writer = held(two.write());
        requireGreater(writer, second);
        writer.close();
        LockHandle third = held(one.read());
        requireGreater(third, writer);
        third.close();
    }

    @Test
    @Proves(Rule.SHARE_7)
    void SHARE_7_a_writer_that_no_longer_waits_keeps_no_reader_out() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        DistributedReadWriteLock one = client().readWrite(name);
        LockClient leaving = client();
        DistributedReadWriteLock three = client().readWrite(name);
        LockHandle reader = held(one.read());
        var cancelled = leaving.readWrite(name).write().acquireAsync(patient());
        awaitWaiter(three.read());
        cancelled.cancel(true);
        await("a reader joins after the writer has left", () -> !isRefused(three.read()));
        var closed = leaving.readWrite(name).write().acquireAsync(patient());
        awaitWaiter(three.read());
        leaving.close();
        await("the waiter of the closed client is told", closed::isDone);
        await("a reader joins after the client of the writer was closed", () -> !isRefused(three.read()));
        reader.close();
    }

    @Test
    @Proves(Rule.SHARE_8)
    void SHARE_8_another_limit_is_refused_while_permits_are_held() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        LockHandle first = held(client().semaphore(name, 3).permit());
        DistributedSemaphore other = client().semaphore(name, 4);
        LockUnavailableException refused = thrown(
                LockUnavailableException.class,
                "a permit of another limit",
                () -> other.permit().tryAcquire());
        String text = String.valueOf(refused.getMessage());
        require(
                text.contains("3") && text.contains("4"),
                "a permit of another limit than 3 was refused, and the text does not name both: {}",
                text);
        first.close();
        LockHandle all = held(other.permits(4));
        all.close();
    }

    @Test
    @Proves(Rule.SHARE_9)
    void SHARE_9_the_readers_of_one_client_have_one_grant() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        ShareSteps observer = steps();
        LockClient client = client();
        DistributedReadWriteLock other = client().readWrite(name);
        List<LockHandle> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            readers.add(held(client.readWrite(name).read(), AcquireOptions.waitAtMost(LONG)));
        }
        int grants = observer.inspect(new LockName(name)).size();
        require(grants == 1, "3 readers of one client have {} grants of '{}'", grants, name);
        for (LockHandle reader : readers) {
            requireRefused(other.write(), "while a reader has it");
            requireReleased(reader);
        }
        held(other.write()).close();
    }

    @Test
    @Proves(Rule.SHARE_10)
    void SHARE_10_each_holder_is_shown() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        LockHandle first = held(client(ClientOptions.STANDARD.withHolderHint(ONE))
                .semaphore(name, 3)
                .permit());
        LockHandle second = held(client(ClientOptions.STANDARD.withHolderHint(TWO))
                .semaphore(name, 3)
                .permits(2));
        DistributedSemaphore observer = client().semaphore(name, 3);
        List<Holder> holders = observer.holders();
        require(
                holders.size() == 2 && shows(holders.get(0), first, ONE) && shows(holders.get(1), second, TWO),
                "'{}' has the tokens {} (hint: {}) and {} (hint: {}), and its holders are shown as {}",
                name,
                first.fencingToken(),
                ONE,
                second.fencingToken(),
                TWO,
                holders);
        first.close();
        second.close();
        require(observer.holders().isEmpty(), "'{}' is free, and holders are shown: {}", name, observer.holders());
    }

    private boolean shows(Holder shown, LockHandle handle, String hint) {
        return shown.fencingToken() == handle.fencingToken()
                && shown.hint().equals(Optional.of(hint))
                && shown.remaining()
                        .filter(left -> left.compareTo(longLease()) > 0
                                || left.compareTo(longLease().dividedBy(2)) < 0)
                        .isEmpty();
    }
}
