// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LostReplyRuleTest;
import dev.interlock.tck.rules.Proves;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule of TOK about waiters whose replies are lost. */
public abstract class TokenLinkRules extends LostReplyRuleTest {

    /** A waiter finds the place that it has in a queue, and it may have been there before others came. */
    @Test
    @Proves(Rule.TOK_1)
    void TOK_1_tokens_grow_from_grant_to_grant_though_a_waiters_reply_was_lost() {
        FaultLink link = link();
        LockBackend holder = backend();
        LockBackend other = backend();
        int lost = forEachLostReply(link, first -> {
            Attempt held = attempt(name(), longLease());
            long token = granted(holder, held).token();
            Attempt firstWanted = like(held);
            Attempt otherWanted = like(held);
            try (Contest one = first.contest(firstWanted);
                    Contest two = other.contest(otherWanted)) {
                one.attempt();
                two.attempt();
                await(
                        "a waiter whose reply was lost is answered",
                        () -> one.attempt() instanceof AcquireOutcome.Contended);
                holder.release(held);
                requireGrowing(token, List.of(new Party(first, firstWanted, one), new Party(other, otherWanted, two)));
            }
        });
        evidence("{} replies to waiters were lost, and the tokens grew from grant to grant", lost);
    }

    private record Party(LockBackend backend, Attempt attempt, Contest contest) {}

    private void requireGrowing(long first, List<Party> parties) {
        List<Party> waiting = new ArrayList<>(parties);
        List<Long> tokens = new ArrayList<>(List.of(first));
        await("each waiter for '" + parties.get(0).attempt().name() + "' is granted it", () -> {
            for (Iterator<Party> each = waiting.iterator(); each.hasNext(); ) {
                Party party = each.next();
                if (party.contest().attempt() instanceof AcquireOutcome.Granted granted) {
                    tokens.add(granted.grant().token());
                    party.backend().release(party.attempt());
                    each.remove();
                }
            }
            return waiting.isEmpty();
        });
        for (int i = 1; i < tokens.size(); i++) {
            require(
                    tokens.get(i) > tokens.get(i - 1),
                    "the grants of '{}' had the tokens {}, in this order",
                    parties.get(0).attempt().name(),
                    tokens);
        }
    }
}
