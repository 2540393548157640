// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The rule of WAIT about an interrupt that comes while a request is under way, at a store that does not do it. */
public abstract class WaitInterruptRules extends LinkRuleTest {

    /** Far above the limit of any request, and far below that of the wait. */
    private static final Duration ENDS = LONG.dividedBy(2);

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_an_interrupt_during_a_request_that_fails_is_not_lost() throws Exception {
        for (StoreTrouble trouble : troubles()) {
            Scene scene = new Scene(trouble.openBackend(), "while " + trouble.description());
            trouble.begin(scene.names());
            scene.requireKept();
            trouble.end();
            scene.requireFree();
        }
    }

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_an_interrupt_during_a_request_without_an_answer_is_not_lost() throws Exception {
        FaultLink link = link();
        Scene scene = new Scene(link.openBackend(), "while the store does not answer");
        link.blackhole();
        scene.requireKept();
        link.heal();
        scene.requireFree();
    }

    /** A client at a fault, whose callers are interrupted when their first request is at its backend. */
    private final class Scene {

        private final Set<Thread> due = ConcurrentHashMap.newKeySet();
        private final String fault;
        private final LockClient client;
        private final String tried = name();
        private final String awaited = name();
        private final LockHandle renewed;
        private final LockHandle released;

        Scene(LockBackend backend, String fault) {
            InterceptedBackend intercepted = new InterceptedBackend(backend);
            this.fault = fault;
            client = client(intercepted);
            renewed = holdBriefly(client, name(), unrenewed(longLease()));
            released = holdBriefly(client, name(), unrenewed(longLease()));
            intercepted.onAcquire(this::interrupting);
            intercepted.onRenew(this::interrupting);
            intercepted.onRelease(this::interrupting);
        }

        private <T> T interrupting(Supplier<T> request) {
            if (due.remove(Thread.currentThread())) {
                Thread.currentThread().interrupt();
            }
            return request.get();
        }

        Set<String> names() {
            return Set.of(tried, awaited, renewed.lockName(), released.lockName());
        }

        /** At the same time: each may take the whole request limit. */
        void requireKept() throws Exception {
            AcquireOptions once = unrenewed(longLease());
            Future<Boolean> trying = start(() -> keeps(() -> acquired(tried, once)));
            Future<Boolean> waiting = start(() -> keeps(() -> acquired(awaited, once.withMaxWait(LONG))));
            Future<Boolean> renewing = start(() -> keeps(() -> renewed.renew(longLease())));
            Future<Boolean> releasing = start(() -> keeps(released::release));
            requireKept("a try", trying);
            requireKept("a wait", waiting);
            requireKept("a renewal", renewing);
            requireKept("a release", releasing);
            evidence("the interrupts of a try, a wait, a renewal and a release were kept {}", fault);
        }

        private void requireKept(String what, Future<Boolean> step) throws Exception {
            require(
                    join(what + " that is interrupted " + fault, step, ENDS),
                    "the interrupt of the thread in {} was lost {}",
                    what,
                    fault);
        }

        private Optional<LockHandle> acquired(String name, AcquireOptions options) throws InterruptedException {
            Optional<LockHandle> granted = client.lock(name).tryAcquire(options);
            granted.ifPresent(LockHandle::release);
            return granted;
        }

        /** Whether the caller of a step knows of its interrupt. */
        private boolean keeps(Callable<?> step) throws Exception {
            due.add(Thread.currentThread());
            try {
                step.call();
                return endsInterrupted();
            } catch (InterruptedException e) {
                return true;
            } catch (LockException e) {
                return endsInterrupted();
            }
        }

        private boolean endsInterrupted() {
            require(!due.contains(Thread.currentThread()), "a step sent no request {}", fault);
            return Thread.interrupted();
        }

        void requireFree() {
            requireSoonFree(tried, "the interrupt of a try " + fault);
            requireSoonFree(awaited, "the interrupt of a wait " + fault);
        }
    }
}
