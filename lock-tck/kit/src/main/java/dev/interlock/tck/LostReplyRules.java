// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink.Gate;
import dev.interlock.tck.FaultLink.Step;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of ACQ and ERR about acquisitions whose request or reply is lost or delayed; they need a link with gates. */
abstract class LostReplyRules extends RuleFamily {

    private static final RetryPolicy EAGER =
            new RetryPolicy(Duration.ofMillis(5), Duration.ofMillis(10), Integer.MAX_VALUE);

    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_a_grant_whose_reply_comes_after_its_validity_is_no_acquisition() throws Exception {
        FaultLink link = link();
        LockClient late = client(link);
        LockClient other = client();
        // Well below the time-out: the reply must come after the lease and before the client gives up on it.
        Duration brief = link.replyTimeout().dividedBy(6);
        Duration lease = leaseOf(brief.compareTo(lease()) < 0 ? brief : lease());
        String name = name();
        Gate gate = link.holdReply(Step.ACQUIRE);
        Future<Optional<LockHandle>> acquiring = start(() -> acquiredIfNoError(late, name, lease));
        await("the store grants '" + name + "'", gate::reached);
        LockHandle next =
                hold(other, name, once(longLease()).withMaxWait(soon()).withRetry(EAGER));
        gate.open();
        Optional<LockHandle> acquired = join("the acquisition with the late reply", acquiring);
        require(
                acquired.isEmpty(),
                "the reply for '{}' came after its lease of {} ms and was taken for an acquisition with {} left",
                name,
                lease.toMillis(),
                acquired.map(LockHandle::remaining).orElse(Duration.ZERO));
        requireStays(name, next, "the late grant was given back");
        next.release();
        requireSoonFree(name, "its release");
    }

    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_the_validity_of_a_grant_counts_from_before_its_request() throws Exception {
        FaultLink link = link();
        LockClient slow = client(link);
        Duration lease = leaseOf(link.replyTimeout().multipliedBy(2));
        Duration pause = link.replyTimeout().dividedBy(3);
        // On a machine that stalls, the client gives up before its late reply comes.
        await(
                "a reply that is " + pause.toMillis() + " ms late comes before its client gives up",
                () -> isCountedFromTheRequest(link, slow, lease, pause),
                soon().multipliedBy(3));
    }

    /** False if the client did not get the reply. */
    private boolean isCountedFromTheRequest(FaultLink link, LockClient slow, Duration lease, Duration pause)
            throws Exception {
        String name = name();
        Gate gate = link.holdReply(Step.ACQUIRE);
        Future<Optional<LockHandle>> acquiring = start(() -> acquiredIfNoError(slow, name, lease));
        await("the store grants '" + name + "'", gate::reached);
        Patience.Stopwatch since = new Patience.Stopwatch();
        await("the reply is late", () -> since.elapsed().compareTo(pause) >= 0);
        gate.open();
        Optional<LockHandle> held = join("the acquisition with the late reply", acquiring);
        Duration left = held.map(LockHandle::remaining).orElse(Duration.ZERO);
        require(
                left.plus(pause).compareTo(lease) <= 0,
                "{} ms after '{}' was granted for {} ms, {} ms are left",
                pause.toMillis(),
                name,
                lease.toMillis(),
                left.toMillis());
        return held.isPresent();
    }

    private Optional<LockHandle> acquiredIfNoError(LockClient client, String name, Duration lease)
            throws InterruptedException {
        try {
            return client.lock(name).tryAcquire(once(lease));
        } catch (LockUnavailableException | LockOutcomeUnknownException e) {
            return Optional.empty();
        }
    }

    @Test
    @Proves(Rule.ACQ_2)
    void ACQ_2_an_acquisition_that_waits_finds_its_grant_after_a_lost_reply() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        String name = name();
        link.dropReply(Step.ACQUIRE);
        Patience.Stopwatch watch = new Patience.Stopwatch();
        LockHandle held = hold(client, name, once(longLease()).withMaxWait(soon()));
        require(tried(client(), name, once(longLease())).isEmpty(), "'{}' was granted twice after a lost reply", name);
        evidence(
                "found its own grant {} ms after the lost reply",
                watch.elapsed().toMillis());
        held.release();
    }

    @Test
    @Proves(Rule.ERR_2)
    void ERR_2_an_acquisition_whose_reply_was_lost_leaves_no_grant() {
        FaultLink link = link();
        LockClient client = client(link);
        String name = name();
        link.dropReply(Step.ACQUIRE);
        LockOutcomeUnknownException told = thrown(
                LockOutcomeUnknownException.class,
                "an acquisition whose reply was lost",
                () -> client.lock(name).tryAcquire(once(longLease())));
        require(
                told.residue().compareTo(longLease()) == 0,
                "the residue of a request with a lease of {} was said to be {}",
                longLease(),
                told.residue());
        requireSoonFree(name, "a lost reply to its acquisition");
    }

    /** Row N8. */
    @Test
    @Proves(Rule.ERR_5)
    void ERR_5_a_late_reply_is_not_taken_for_the_answer_to_a_later_command() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        String taken = name();
        String free = name();
        LockHandle holder = hold(client(), taken, kept(longLease()));
        Gate gate = link.holdReply(Step.ACQUIRE);
        thrown(
                LockException.class,
                "an acquisition without a reply in time",
                () -> client.lock(free).tryAcquire(once(longLease())));
        gate.open();
        for (int i = 0; i < 5; i++) {
            require(
                    tried(client, taken, once(longLease())).isEmpty(),
                    "after a late reply '{}' was granted although another has it",
                    taken);
            long shown = client.inspect(taken).orElseThrow().fencingToken();
            require(
                    shown == holder.fencingToken(),
                    "after a late reply inspect of '{}' shows token {} instead of {}",
                    taken,
                    shown,
                    holder.fencingToken());
        }
        requireSoonFree(free, "a late reply to its acquisition");
    }

    @Test
    @Proves(Rule.ERR_6)
    void ERR_6_an_acquisition_cut_off_before_the_store_holds_nothing() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        String name = name();
        link.cutRequest(Step.ACQUIRE);
        LockException told = thrown(
                LockException.class,
                "an acquisition that was cut off",
                () -> client.lock(name).tryAcquire(once(longLease())));
        require(
                told instanceof LockOutcomeUnknownException || told instanceof LockUnavailableException,
                "an acquisition that was cut off ended as {}",
                told);
        require(
                tried(client(), name, once(longLease()))
                        .map(LockHandle::release)
                        .isPresent(),
                "'{}' is taken after an acquisition that never reached the store",
                name);
        requireSoonFree(name, "an acquisition that was cut off");
    }

    @Test
    @Proves(Rule.ERR_7)
    void ERR_7_an_acquisition_executed_after_its_client_gave_up_is_withdrawn() {
        FaultLink link = link();
        WatchedBackend watched = new WatchedBackend(link.openBackend());
        LockClient client = client(watched, ClientOptions.STANDARD);
        String name = name();
        Gate gate = link.holdRequest(Step.ACQUIRE);
        thrown(
                LockOutcomeUnknownException.class,
                "an acquisition at a frozen store",
                () -> client.lock(name).tryAcquire(once(longLease())));
        await("the request for '" + name + "' reaches the gate", gate::reached);
        await("the request for '" + name + "' is withdrawn a first time", () -> watched.releases() > 0);
        gate.open();
        requireSoonFree(name, "an acquisition that was executed late");
    }

    private void requireStays(String name, LockHandle owner, String after) {
        LockBackend stranger = backend();
        never(
                "'" + name + "' has another owner than token " + owner.fencingToken() + " after " + after,
                () -> stranger.inspect(new LockName(name))
                        .filter(holder -> holder.fencingToken() == owner.fencingToken())
                        .isEmpty(),
                Duration.ofMillis(60));
    }

    private void requireSoonFree(String name, String after) {
        LockClient other = client();
        await(
                "'" + name + "' can be acquired after " + after + ", long before its lease of "
                        + longLease().toMillis() + " ms",
                () -> tried(other, name, once(longLease())).isPresent());
    }
}
