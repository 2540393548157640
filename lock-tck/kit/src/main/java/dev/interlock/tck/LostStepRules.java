// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink.Gate;
import dev.interlock.tck.FaultLink.Step;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of REL and REN about requests and replies that are lost or delayed; they need a link with gates. */
abstract class LostStepRules extends RuleFamily {

    @Test
    @Proves(Rule.REL_5)
    void REL_5_a_release_whose_reply_was_lost_does_not_touch_a_successor() throws Exception {
        FaultLink link = link();
        String name = name();
        LockHandle held = hold(client(link), name, kept(longLease()));
        link.dropReply(Step.RELEASE);
        Gate repeated = link.holdRequest(Step.RELEASE);
        Future<ReleaseResult> release = start(held::release);
        LockHandle successor = hold(client(), name, kept(longLease()).withMaxWait(soon()));
        if (!endsWithConnection()) {
            // Where the connection is the hold, there is nothing left to release once it is broken.
            await("the release of '" + name + "' is repeated", repeated::reached);
        }
        repeated.open();
        ReleaseResult result = join("the release", release);
        require(result != ReleaseResult.NOT_HELD, "a release that was executed said {}", result);
        requireStays(name, successor, "a repeated release");
    }

    @Test
    @Proves(Rule.REL_5)
    void REL_5_a_release_that_was_cut_off_is_settled() throws Exception {
        FaultLink link = link();
        String name = name();
        LockHandle held = hold(client(link), name, kept(longLease()));
        link.cutRequest(Step.RELEASE);
        held.release();
        LockClient other = client();
        await(
                "'" + name + "' is free after a release that was cut off, long before its lease of "
                        + longLease().toMillis() + " ms",
                () -> tried(other, name, once(longLease())).isPresent());
    }

    @Test
    @Proves(Rule.REL_6)
    void REL_6_a_release_that_arrives_after_a_successor_was_granted_changes_nothing() throws Exception {
        FaultLink link = link();
        String name = name();
        LockHandle held = hold(client(link), name, kept(endsWithConnection() ? lease() : longLease()));
        Gate gate = link.holdRequest(Step.RELEASE);
        Future<ReleaseResult> release = start(held::release);
        await("the release of '" + name + "' is on its way", gate::reached);
        LockHandle successor = hold(client(), name, kept(longLease()).withMaxWait(soon()));
        join("the release", release);
        gate.open();
        requireStays(name, successor, "a delayed release");
    }

    @Test
    @Proves(Rule.REN_8)
    void REN_8_a_renewal_whose_reply_was_lost_extends_nothing_here() throws Exception {
        FaultLink link = link();
        String name = name();
        Duration lease = leaseOf(Duration.ofSeconds(1));
        LockHandle held = hold(client(link), name, once(lease));
        link.dropReply(Step.RENEW);
        Patience.Stopwatch watch = new Patience.Stopwatch();
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
        await("'" + name + "' is LOST by its own deadline", () -> held.state() == HandleState.LOST, lease.plus(soon()));
        evidence("lost after {} ms of a lease of {} ms", watch.elapsed().toMillis(), lease.toMillis());
    }

    @Test
    @Proves(Rule.REN_8)
    void REN_8_a_later_renewal_that_is_confirmed_keeps_the_lock() throws Exception {
        FaultLink link = link();
        String name = name();
        Duration lease = longer(
                leaseOf(Duration.ofSeconds(4)), leaseOf(link.replyTimeout().multipliedBy(4)));
        LockHandle held = hold(client(link), name, once(lease));
        link.dropReply(Step.RENEW);
        held.renew(longLease());
        // A client may need a moment for a new connection, and does not know either what is sent meanwhile.
        await("a renewal of '" + name + "' is answered", () -> held.renew(longLease()) != RenewResult.UNKNOWN);
        if (endsWithConnection()) {
            RenewResult result = held.renew(longLease());
            require(
                    result == RenewResult.NOT_HELD && held.state() == HandleState.LOST,
                    "ENDS_WITH_CONNECTION is declared, but after a broken connection '{}' was {} and its renewal said {}",
                    name,
                    held.state(),
                    result);
            evidence("lost with its connection, as declared");
            return;
        }
        // Asked again: a broken connection may be told after a renewal that was confirmed on the next one.
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

    private void requireStays(String name, LockHandle owner, String after) {
        LockBackend stranger = backend();
        never(
                "'" + name + "' has another owner than token " + owner.fencingToken() + " after " + after,
                () -> stranger.inspect(new LockName(name))
                        .filter(holder -> holder.fencingToken() == owner.fencingToken())
                        .isEmpty(),
                Duration.ofMillis(60));
        ReleaseResult result = owner.release();
        require(result == ReleaseResult.RELEASED, "after {} the successor's release said {}", after, result);
    }
}
