// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.RenewResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of REN about late and lost replies: the start of a renewal's validity, and what proves it. */
public abstract class RenewLinkRules extends LinkRuleTest {

    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_that_arrives_after_a_successor_was_granted_changes_nothing() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.RENEW, link, position -> {
            String name = name();
            LockHandle held = hold(client(link), name, unrenewed(endsWithConnection() ? lease() : longLease()));
            MessageGate gate = link.holdRequest(RequestKind.RENEW, position);
            Future<RenewResult> renewal = start(() -> held.renew(longLease()));
            await("the renewal of '" + name + "' is on its way", () -> gate.reached() || renewal.isDone());
            if (gate.reached()) {
                LockHandle successor = overtake(name, gate, "a delayed renewal");
                RenewResult result = join("the renewal", renewal);
                require(result != RenewResult.RENEWED, "a renewal that came after a successor's grant said {}", result);
                requireUntouched(name, successor, "a delayed renewal");
            }
            return gate;
        });
    }

    /** The step may have looked while the lease was running: only the write decides. */
    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_that_arrives_after_the_end_of_its_lease_revives_nothing() throws Exception {
        FaultLink link = link();
        if (endsWithConnection()) {
            evidence("a hold ends with its connection, so no renewal of it comes after that");
            return;
        }
        LockBackend stranger = backend();
        forEachRequest(RequestKind.RENEW, link, position -> {
            LockBackend backend = started(link.openBackend());
            Grant grant = granted(backend, attempt(name(), lease()));
            LockName name = grant.attempt().name();
            MessageGate gate = link.holdRequest(RequestKind.RENEW, position);
            Future<RenewOutcome> renewal = start(() -> backend.renew(grant, longLease()));
            await("the renewal of '" + name + "' is on its way", () -> gate.reached() || renewal.isDone());
            if (gate.reached()) {
                await(
                        "the lease of '" + name + "' ends",
                        () -> stranger.inspect(name).isEmpty(),
                        endOf(lease()));
                executeLate("a renewal behind the end of its lease", gate);
                RenewOutcome outcome = join("the renewal", renewal);
                require(
                        !(outcome instanceof RenewOutcome.Renewed)
                                && stranger.inspect(name).isEmpty(),
                        "a renewal of '{}' that came after the end of its lease ended as {}, and the store has {}",
                        name,
                        outcome,
                        stranger.inspect(name));
            }
            return gate;
        });
    }

    @Test
    @Proves(Rule.REN_8)
    void REN_8_whichever_reply_to_a_renewal_is_lost_its_outcome_agrees_with_the_store() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend backend = started(link.openBackend());
            Grant grant = grantedInTime(backend, longLease());
            MessageGate lost = link.dropReply(RequestKind.ANY, position);
            RenewOutcome outcome = backend.renew(grant, longLease());
            requireAgrees(
                    grant.attempt(), outcome instanceof RenewOutcome.NotOwner, "a renewal without a reply", outcome);
            return lost;
        });
    }

    @Test
    @Proves(Rule.REN_8)
    void REN_8_whichever_request_of_a_renewal_is_cut_off_its_outcome_agrees_with_the_store() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend backend = started(link.openBackend());
            Grant grant = grantedInTime(backend, halfLease());
            MessageGate cut = link.cutRequest(RequestKind.ANY, position);
            RenewOutcome outcome = backend.renew(grant, longLease());
            String what = "a renewal that was cut off";
            requireAgrees(grant.attempt(), outcome instanceof RenewOutcome.NotOwner, what, outcome);
            if (outcome instanceof RenewOutcome.Renewed) {
                requireRenewed(grant, halfLease(), what, outcome);
            }
            return cut;
        });
    }

    @Test
    @Proves(Rule.REN_10)
    void REN_10_a_backend_looks_at_the_clock_before_the_request() throws Exception {
        FaultLink link = link();
        LockBackend backend = started(link.openBackend());
        await(
                "a held reply to a renewal comes before its client gives up",
                () -> isCountedFromTheRequest(link, backend),
                patience().multipliedBy(3));
    }

    private boolean isCountedFromTheRequest(FaultLink link, LockBackend backend) throws Exception {
        AcquireOutcome acquired = backend.tryAcquire(attempt(name(), longLease()));
        if (!(acquired instanceof AcquireOutcome.Granted granted)) {
            // The store was too slow for the short limit of this link.
            return false;
        }
        Grant grant = granted.grant();
        MessageGate gate = link.holdReply(RequestKind.RENEW);
        Future<RenewOutcome> renewing = start(() -> backend.renew(grant, longLease()));
        awaitReached("the store renews '" + grant.attempt().name() + "'", RequestKind.RENEW, gate, renewing);
        long renewed = now();
        gate.open();
        RenewOutcome outcome = join("the renewal with the held reply", renewing);
        if (!(outcome instanceof RenewOutcome.Renewed answer)) {
            return false;
        }
        long late = answer.sentNanos() - renewed;
        require(
                late <= 0,
                "the renewal of '{}' counts from {} ns after its store had done it",
                grant.attempt().name(),
                late);
        return true;
    }

    @Test
    @Proves(Rule.REN_10)
    void REN_10_a_holder_believes_no_longer_than_its_lease_from_the_request_on() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        Duration lease = leaseOf(link.replyTimeout().multipliedBy(2));
        Duration pause = link.replyTimeout().dividedBy(3);
        await(
                "a reply that is " + pause.toMillis() + " ms late comes before its client gives up",
                () -> isBelievedFromTheRequest(link, client, lease, pause),
                patience().multipliedBy(3));
    }

    private boolean isBelievedFromTheRequest(FaultLink link, LockClient client, Duration lease, Duration pause)
            throws Exception {
        LockHandle held = holdBriefly(client, name(), unrenewed(lease));
        MessageGate gate = link.holdReply(RequestKind.RENEW);
        Future<RenewResult> renewing = start(() -> held.renew(lease));
        await("the store renews '" + held.lockName() + "'", () -> gate.reached() || renewing.isDone());
        Stopwatch since = new Stopwatch();
        await("the reply is late", () -> since.elapsed().compareTo(pause) >= 0);
        gate.open();
        RenewResult result = join("the renewal with the late reply", renewing);
        Duration left = held.remaining();
        require(
                result != RenewResult.RENEWED || left.plus(pause).compareTo(lease) <= 0,
                "{} ms after the store had renewed '{}' for {} ms, {} ms are left",
                pause.toMillis(),
                held.lockName(),
                lease.toMillis(),
                left.toMillis());
        return result == RenewResult.RENEWED;
    }

    @Test
    @Proves(Rule.REN_10)
    void REN_10_nobody_is_granted_a_lock_whose_renewal_was_confirmed_late() throws Exception {
        FaultLink link = link();
        Duration lease = leaseOnSlowLink(link);
        LockClient slow = client(link);
        requireBelievedByTheStore(link, lease, "a renewal is confirmed", latency -> {
            LockHandle handle = holdBriefly(slow, name(), unrenewed(lease));
            link.delayReplies(latency);
            boolean renewed = handle.renew(lease) == RenewResult.RENEWED;
            return renewed ? Optional.of(handle) : Optional.empty();
        });
    }

    @Test
    @Proves(Rule.REN_8)
    void REN_8_a_renewal_whose_reply_was_lost_extends_nothing_here() throws Exception {
        FaultLink link = link();
        String name = name();
        Duration lease = leaseOf(Duration.ofSeconds(1));
        LockHandle held = hold(client(link), name, unrenewed(lease));
        link.dropReply(RequestKind.RENEW);
        Stopwatch watch = new Stopwatch();
        Duration before = held.remaining();
        RenewResult result = held.renew(longLease());
        Duration after = held.remaining();
        require(
                result == RenewResult.UNKNOWN || (endsWithConnection() && result == RenewResult.NOT_HELD),
                "a renewal without a reply said {}",
                result);
        require(
                after.compareTo(before) <= 0,
                "{} ms of '{}' were left, and after a renewal without a reply {} ms",
                before.toMillis(),
                name,
                after.toMillis());
        await(
                "'" + name + "' is LOST by its own deadline",
                () -> held.state() == HandleState.LOST,
                lease.plus(patience()));
        evidence("lost after {} ms of a lease of {} ms", watch.elapsed().toMillis(), lease.toMillis());
    }

    @Test
    @Proves(Rule.REN_8)
    void REN_8_a_later_renewal_that_is_confirmed_keeps_the_lock() throws Exception {
        FaultLink link = link();
        String name = name();
        Duration lease = longer(
                leaseOf(Duration.ofSeconds(4)), leaseOf(link.replyTimeout().multipliedBy(4)));
        LockHandle held = hold(client(link), name, unrenewed(lease));
        link.dropReply(RequestKind.RENEW);
        RenewResult ignored = held.renew(longLease());
        // A client may need a moment for a new connection; the outcome of requests meanwhile is unknown, too.
        await("a renewal of '" + name + "' is answered", () -> held.renew(longLease()) != RenewResult.UNKNOWN);
        if (endsWithConnection()) {
            RenewResult result = held.renew(longLease());
            require(
                    result == RenewResult.NOT_HELD && held.state() == HandleState.LOST,
                    "ENDS_WITH_CONNECTION is declared, but after a broken connection '{}' was {} and its renewal "
                            + "said {}",
                    name,
                    held.state(),
                    result);
            evidence("lost with its connection, as declared");
            return;
        }
        // Asks again: the break of the old connection may be reported after the new one confirmed a renewal.
        await(
                "a renewal of '" + name + "' is confirmed and leaves more than the lease of " + lease.toMillis()
                        + " ms",
                () -> held.renew(longLease()) == RenewResult.RENEWED
                        && held.state() == HandleState.HELD
                        && held.remaining().compareTo(lease) > 0);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
