// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import dev.interlock.tck.FaultLink.RequestKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The rule of REN about renewals whose reply is lost. */
abstract class RenewLostReplyRules extends ClientRuleTest {

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
        held.renew(longLease());
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
