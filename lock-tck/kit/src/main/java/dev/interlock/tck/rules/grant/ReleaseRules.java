// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of REL. */
public abstract class ReleaseRules extends LinkRuleTest {

    @Test
    @Proves(Rule.REL_1)
    void REL_1_a_confirmed_release_frees_the_lock_at_once() throws Exception {
        String name = name();
        LockClient first = client();
        LockClient second = client();
        for (int i = 0; i < 10; i++) {
            LockHandle held = hold(i % 2 == 0 ? first : second, name, renewed(longLease()));
            ReleaseResult result = held.release();
            require(result == ReleaseResult.RELEASED, "the release of '{}' said {}", name, result);
            require(
                    tryAcquire(i % 2 == 0 ? second : first, name, unrenewed(longLease()))
                            .map(LockHandle::release)
                            .isPresent(),
                    "'{}' was not granted to another client right after its release",
                    name);
        }
    }

    @Test
    @Proves(Rule.REL_1)
    void REL_1_an_interrupted_thread_renews_and_releases_as_any_other() throws Exception {
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        watched.onRenew(ReleaseRules::interrupted);
        watched.onRelease(ReleaseRules::interrupted);
        for (int i = 0; i < 3; i++) {
            String name = name();
            LockHandle held = hold(client, name, unrenewed(longLease()));
            join("steps of an interrupted thread", start(() -> {
                RenewResult renewed = held.renew(longLease());
                require(
                        renewed == RenewResult.RENEWED,
                        "a renewal of '{}' by an interrupted thread said {}",
                        name,
                        renewed);
                ReleaseResult result = held.release();
                require(
                        result == ReleaseResult.RELEASED,
                        "the release of '{}' by an interrupted thread said {}",
                        name,
                        result);
                require(Thread.interrupted(), "the interrupt of a thread that released '{}' was lost", name);
                return result;
            }));
            require(
                    tryAcquire(client(), name, unrenewed(longLease())).isPresent(),
                    "'{}' was not granted to another client after its release by an interrupted thread",
                    name);
        }
    }

    /** The engine clears the thread's flag before a request, so the interrupt comes when the backend has it. */
    private static <T> T interrupted(Supplier<T> request) {
        Thread.currentThread().interrupt();
        return request.get();
    }

    @Test
    @Proves(Rule.REL_2)
    void REL_2_an_old_handle_does_not_release_a_later_hold_of_its_own_client_and_thread() throws Exception {
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        String name = name();
        LockHandle old = holdBriefly(client, name, unrenewed(lease()));
        await("the old hold is over", () -> old.remaining().isZero(), endOf(lease()));
        LockHandle later = hold(client, name, unrenewed(longLease()).withMaxWait(endOf(lease())));
        ReleaseResult result = old.release();
        require(result != ReleaseResult.RELEASED, "the release of the old handle of '{}' said {}", name, result);
        requireTaken(name, "the release of an old handle of the same client and thread");
        require(
                later.release() == ReleaseResult.RELEASED,
                "the later hold of '{}' was gone after the release of the old handle",
                name);
    }

    @Test
    @Proves(Rule.REL_2)
    void REL_2_the_store_tells_attempts_of_one_thread_apart() {
        LockBackend backend = backend();
        Attempt old = attempt(name(), longLease());
        granted(backend, old);
        takeAway(old);
        Attempt later = attempt(old.name().value(), longLease());
        granted(backend, later);
        ReleaseOutcome outcome = backend.release(old);
        require(outcome instanceof ReleaseOutcome.NotOwner, "the release of an old attempt ended as {}", outcome);
        requireTaken(old.name().value(), "the release of an old attempt of the same thread");
    }

    @Test
    @Proves(Rule.REL_3)
    void REL_3_the_release_of_a_lost_lock_says_so_and_frees_nothing() throws Exception {
        InterceptedBackend watched = intercepted();
        String name = name();
        LockHandle lost = hold(client(watched), name, unrenewed(longLease()));
        takeAway(watched.lastAttempt());
        LockHandle successor = hold(client(), name, renewed(longLease()));
        ReleaseResult result = lost.release();
        require(result == ReleaseResult.NOT_HELD, "the release of the lost lock '{}' said {}", name, result);
        requireTaken(name, "the release of a lost lock");
        require(
                successor.release() == ReleaseResult.RELEASED,
                "the successor's hold of '{}' was gone after the release of a lost lock",
                name);
    }

    @Test
    @Proves(Rule.REL_3)
    void REL_3_the_release_of_an_expired_lock_says_so() throws Exception {
        String name = name();
        LockHandle expired = holdBriefly(client(), name, unrenewed(lease()));
        LockHandle successor = hold(client(), name, renewed(longLease()).withMaxWait(endOf(lease())));
        ReleaseResult result = expired.release();
        require(result == ReleaseResult.NOT_HELD, "the release of the expired lock '{}' said {}", name, result);
        require(
                successor.release() == ReleaseResult.RELEASED,
                "the successor's hold of '{}' was gone after the release of an expired lock",
                name);
    }

    @Test
    @Proves(Rule.REL_4)
    void REL_4_releasing_again_gives_the_first_result_and_changes_nothing() throws Exception {
        String name = name();
        LockHandle handle = hold(client(), name, renewed(longLease()));
        ReleaseResult first = handle.release();
        hold(client(), name, renewed(longLease()));
        for (int i = 0; i < 3; i++) {
            ReleaseResult again = handle.release();
            require(again == first, "'{}' was released with {}, and then again with {}", name, first, again);
            ReleaseResult async = join("a second release", handle.releaseAsync());
            require(async == first, "'{}' was released with {}, and then async with {}", name, first, async);
            handle.close();
        }
        requireTaken(name, "a second release");
    }

    @Test
    @Proves(Rule.REL_4)
    void REL_4_releases_from_several_threads_get_one_result() throws Exception {
        int threads = 4;
        String name = name();
        InterceptedBackend watched = intercepted();
        LockHandle handle = hold(client(watched), name, renewed(longLease()));
        CyclicBarrier line = new CyclicBarrier(threads);
        List<Future<ReleaseResult>> releases = IntStream.range(0, threads)
                .mapToObj(i -> start(() -> {
                    line.await();
                    return i % 2 == 0 ? handle.release() : handle.releaseAsync().join();
                }))
                .toList();
        for (Future<ReleaseResult> each : releases) {
            ReleaseResult result = join("a release", each);
            require(result == ReleaseResult.RELEASED, "one of {} releases of '{}' said {}", threads, name, result);
        }
        require(watched.releases() == 1, "{} releases of one handle sent {} requests", threads, watched.releases());
    }

    private void requireTaken(String name, String after) {
        LockBackend stranger = backend();
        Attempt attempt = attempt(name, longLease());
        AcquireOutcome outcome = stranger.tryAcquire(attempt);
        require(
                outcome instanceof AcquireOutcome.Contended,
                "after {} another attempt for '{}', which is held, ended as {}",
                after,
                name,
                outcome);
    }

    @Test
    @Proves(Rule.REL_5)
    void REL_5_a_release_whose_reply_was_lost_does_not_touch_a_successor() throws Exception {
        FaultLink link = link();
        String name = name();
        LockHandle held = hold(client(link), name, renewed(longLease()));
        link.dropReply(RequestKind.RELEASE);
        MessageGate repeated = link.holdRequest(RequestKind.RELEASE);
        Future<ReleaseResult> release = start(held::release);
        LockHandle successor = hold(client(), name, renewed(longLease()).withMaxWait(patience()));
        if (endsWithConnection()) {
            // Once the connection is broken, there is nothing left to release, and no connection for it.
            repeated.open();
        } else {
            // A store that compares and sets reads first, and writes nothing if that shows another owner or none.
            await("the release of '" + name + "' is repeated", () -> repeated.reached() || release.isDone());
            if (repeated.reached()) {
                executeLate("a repeated release", repeated);
            }
        }
        ReleaseResult result = join("the release", release);
        require(result != ReleaseResult.NOT_HELD, "a release that was executed said {}", result);
        requireUntouched(name, successor, "a repeated release");
    }

    @Test
    @Proves(Rule.REL_5)
    void REL_5_a_release_that_was_cut_off_is_settled() throws Exception {
        FaultLink link = link();
        String name = name();
        LockHandle held = hold(client(link), name, renewed(longLease()));
        link.cutRequest(RequestKind.RELEASE);
        held.release();
        requireSoonFree(name, "a release that was cut off");
    }

    @Test
    @Proves(Rule.REL_5)
    void REL_5_whichever_request_of_a_release_is_cut_off_its_outcome_agrees_with_the_store() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend backend = started(link.openBackend());
            Attempt attempt = grantedInTime(backend, longLease()).attempt();
            MessageGate cut = link.cutRequest(RequestKind.ANY, position);
            ReleaseOutcome outcome = backend.release(attempt);
            requireAgrees(attempt, !(outcome instanceof ReleaseOutcome.Unknown), "a release that was cut off", outcome);
            return cut;
        });
    }

    @Test
    @Proves(Rule.REL_6)
    void REL_6_a_release_that_arrives_after_a_successor_was_granted_changes_nothing() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.RELEASE, link, position -> {
            String name = name();
            LockHandle held = hold(client(link), name, renewed(endsWithConnection() ? lease() : longLease()));
            MessageGate gate = link.holdRequest(RequestKind.RELEASE, position);
            Future<ReleaseResult> release = start(held::release);
            await("the release of '" + name + "' is on its way", () -> gate.reached() || release.isDone());
            if (gate.reached()) {
                LockHandle successor = overtake(name, gate, "a delayed release");
                join("the release", release);
                requireUntouched(name, successor, "a delayed release");
            }
            return gate;
        });
    }
}
