// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.Renewal;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of several locks when the store does not answer as it should, one by one and at once. */
class MultiLockFaultTest {

    private static final List<String> ABC = List.of("a", "b", "c");
    private static final AcquireOptions ONE_TRY = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(EngineBench.LEASE)
            .withRenewal(Renewal.NONE);

    private ScriptedBulk bulk = new ScriptedBulk(new ScriptedBackend());
    private EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void locks_taken_one_by_one_are_released_in_reverse() throws InterruptedException {
        bench.client.lockAll(List.of("c", "a", "b")).acquire(ONE_TRY).close();
        assertThat(names(bench.backend.acquired)).containsExactly("a", "b", "c");
        assertThat(names(bench.backend.released)).containsExactly("c", "b", "a");
    }

    @Test
    void a_partial_grant_is_released_in_reverse() throws InterruptedException {
        bench.backend.acquire = attempt ->
                attempt.name().value().equals("c") ? ScriptedBackend.contended() : bench.backend.grant(attempt);
        assertThat(bench.client.lockAll(ABC).tryAcquire(ONE_TRY)).isEmpty();
        assertThat(names(bench.backend.released)).containsExactly("b", "a");
        assertThat(bench.engine.isIdle()).isTrue();
    }

    @Test
    void an_unknown_outcome_of_one_gives_all_back() {
        bench.backend.acquire = attempt ->
                attempt.name().value().equals("b") ? ScriptedBackend.noAnswer() : bench.backend.grant(attempt);
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONE_TRY))
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasMessageContaining("'b'");
        await().until(() -> bench.backend.released.size() == 2);
        assertThat(names(bench.backend.released)).containsExactlyInAnyOrder("a", "b");
        await().until(bench.engine::isIdle);
    }

    @Test
    void a_refusal_of_one_gives_all_back() {
        bench.backend.acquire = attempt -> attempt.name().value().equals("b")
                ? new AcquireOutcome.Refused(new LockUnavailableException("no more", null), false)
                : bench.backend.grant(attempt);
        assertThatThrownBy(() -> bench.client.lockAll(ABC).acquire(EngineBench.WAITING))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessage("no more");
        await().until(bench.engine::isIdle);
        await().untilAsserted(() -> assertThat(names(bench.backend.released)).containsExactly("a"));
    }

    /** "Surely not acquired" would be true of the last request only. */
    @Test
    void a_refusal_after_a_request_without_an_answer_says_that_the_outcome_is_unknown() {
        AtomicBoolean asked = new AtomicBoolean();
        bench.backend.acquire = attempt -> {
            if (!attempt.name().value().equals("b")) {
                return bench.backend.grant(attempt);
            }
            return asked.getAndSet(true)
                    ? new AcquireOutcome.Refused(new LockUnavailableException("no more", null), false)
                    : ScriptedBackend.noAnswer();
        };
        assertThatThrownBy(() -> bench.client.lockAll(ABC).acquire(EngineBench.WAITING))
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasMessageContaining("'b' may have been granted");
        await().until(bench.engine::isIdle);
        assertThat(bench.kinds("b")).containsOnlyOnce("OutcomeUnknown").doesNotContain("Unavailable");
    }

    @Test
    void a_lock_that_was_lost_before_the_last_one_came_is_no_part_of_a_hold() {
        bench.backend.acquire = attempt -> {
            if (attempt.name().value().equals("b")) {
                bench.clock.advance(EngineBench.LEASE);
            }
            return bench.backend.grant(attempt);
        };
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONE_TRY))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("'a' on scripted store was lost while the locks to be acquired with it");
        await().until(() -> names(bench.backend.released).contains("b"));
        await().until(bench.engine::isIdle);
    }

    @Test
    void one_request_takes_all_and_one_frees_all() throws InterruptedException {
        askAtOnce();
        MultiLockHandle handle = bench.client.lockAll(ABC).acquire(ONE_TRY);
        assertThat(names(bulk.asked)).containsExactly("a", "b", "c");
        assertThat(bench.backend.acquired).isEmpty();
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(names(bulk.freed)).containsExactly("a", "b", "c");
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void no_answer_to_the_one_request_gives_all_back() {
        askAtOnce();
        bulk.answer = attempts -> new AcquireAllOutcome.Unknown(new IllegalStateException("reply lost"));
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONE_TRY))
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasMessageContaining("reply lost");
        await().until(() -> bench.backend.released.size() == 3);
        assertThat(names(bench.backend.released)).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void an_answer_that_came_too_late_gives_all_back() {
        askAtOnce();
        bulk.answer = attempts -> {
            AcquireAllOutcome granted = bulk.grantAll(attempts);
            bench.clock.advance(EngineBench.LEASE);
            return granted;
        };
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONE_TRY))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("took longer than the lease");
        await().until(() -> bench.backend.released.size() == 3);
    }

    @Test
    void a_loss_that_is_reported_before_the_answer_is_a_loss_of_the_whole() throws InterruptedException {
        askAtOnce();
        bulk.answer = attempts -> {
            bench.backend.context.reportLost(attempts.get(1).id(), "the session ended");
            return bulk.grantAll(attempts);
        };
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONE_TRY))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("'b' on scripted store was lost while");
        await().until(bench.engine::isIdle);
        assertThat(names(bulk.freed)).containsExactly("a", "c");
    }

    @Test
    void outcomes_that_do_not_fit_the_request_are_no_answer() {
        askAtOnce();
        bulk.answer = attempts -> bulk.grantAll(attempts.subList(0, 2));
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONE_TRY))
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasMessageContaining("the backend gave 2 outcomes for 3 locks");
        await().until(() -> bench.backend.released.size() == 3);
    }

    @Test
    void a_release_that_was_not_confirmed_is_asked_for_again_alone() throws InterruptedException {
        askAtOnce();
        MultiLockHandle handle = bench.client.lockAll(ABC).acquire(ONE_TRY);
        bulk.release = attempt -> attempt.name().value().equals("b")
                ? ScriptedBackend.releaseNotAnswered()
                : new ReleaseOutcome.Released();
        bench.backend.release = attempt -> ScriptedBackend.releaseNotAnswered();
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        assertThat(names(bench.backend.released)).contains("b").doesNotContain("a", "c");
    }

    /** Each request may take as long as the store's limit, and there are as many as locks (rules ERR-8 and ERR-9). */
    @Test
    void the_release_of_a_set_waits_for_two_answers_at_most() throws InterruptedException {
        List<String> waitedFor = noReleaseIsAnswered();
        MultiLockHandle handle = bench.client.lockAll(ABC).acquire(ONE_TRY);
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        assertThat(waitedFor).containsExactly("c", "c");
        await().until(() -> names(bench.backend.released).containsAll(ABC));
    }

    @Test
    void the_release_of_a_set_by_one_request_waits_for_one_more_answer_at_most() throws InterruptedException {
        askAtOnce();
        List<String> waitedFor = noReleaseIsAnswered();
        bulk.release = attempt -> ScriptedBackend.releaseNotAnswered();
        MultiLockHandle handle = bench.client.lockAll(ABC).acquire(ONE_TRY);
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        assertThat(waitedFor).containsExactly("a");
        await().until(() -> names(bench.backend.released).containsAll(ABC));
    }

    @Test
    void a_try_of_a_set_waits_for_nothing_after_the_answer_that_did_not_come() {
        List<String> waitedFor = noReleaseIsAnswered();
        bench.backend.acquire = attempt ->
                attempt.name().value().equals("c") ? ScriptedBackend.noAnswer() : bench.backend.grant(attempt);
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONE_TRY))
                .isInstanceOf(LockOutcomeUnknownException.class);
        assertThat(waitedFor).isEmpty();
        await().until(() -> names(bench.backend.released).containsAll(ABC));
    }

    /** Those that this thread asks for itself, by their locks. */
    private List<String> noReleaseIsAnswered() {
        Thread caller = Thread.currentThread();
        List<String> asked = new CopyOnWriteArrayList<>();
        bench.backend.release = attempt -> {
            if (Thread.currentThread().equals(caller)) {
                asked.add(attempt.name().value());
            }
            return ScriptedBackend.releaseNotAnswered();
        };
        return asked;
    }

    private void askAtOnce() {
        bench.close();
        bulk = new ScriptedBulk(new ScriptedBackend());
        bench = new EngineBench(ClientOptions.STANDARD, bulk.backend);
    }

    private static List<String> names(List<Attempt> attempts) {
        return attempts.stream().map(Attempt::name).map(LockName::value).toList();
    }

    @Test
    void a_lock_delay_is_requested_for_the_whole_set_and_kept_after_the_loss_of_one() throws InterruptedException {
        Duration delay = Duration.ofSeconds(45);
        askAtOnce();
        bench.backend.declared = Set.of(Capability.KEEPS_LOCK_DELAY);
        MultiLockHandle handle = bench.client.lockAll(ABC).acquire(ONE_TRY.withLockDelay(delay));
        assertThat(bulk.asked).extracting(Attempt::lease).containsOnly(EngineBench.LEASE.plus(delay));
        assertThat(handle.remaining()).isLessThan(EngineBench.LEASE);
        bench.backend.context.reportLost(bulk.asked.get(1).id(), "session ended");
        await().until(bench.engine::isIdle);
        bench.clock.advance(delay.minusNanos(1));
        assertThat(bulk.freed).isEmpty();
        assertThat(bench.backend.released).isEmpty();
        bench.clock.advance(Duration.ofNanos(1));
        await().until(() -> bench.backend.released.size() == 2);
        assertThat(names(bench.backend.released)).containsExactlyInAnyOrder("a", "c");
    }
}
