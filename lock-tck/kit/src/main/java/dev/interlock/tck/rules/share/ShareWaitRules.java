// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.Holder;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The rules of SHARE about those that wait for units. */
public abstract class ShareWaitRules extends ShareRuleTest {

    private static final Duration A_WHILE = Duration.ofSeconds(1);

    /** What a store may take off when it rounds. */
    private static final Duration UNIT = Duration.ofSeconds(1);

    @Test
    @Proves(Rule.SHARE_7)
    void SHARE_7_one_who_leaves_lets_those_in_that_waited_behind_it() throws Exception {
        if (!shares() || !signals()) {
            return;
        }
        ShareSteps store = steps();
        String name = name();
        granted(store, attempt(name, longLease()), Share.READ);
        Contest writer = closing(steps().contest(attempt(name, longLease()), Share.WRITE));
        requireContended(writer);
        Contest reader = closing(steps().contest(attempt(name, longLease()), Share.READ));
        awaitResting(reader);
        CompletionStage<?> signal = reader.signal();
        writer.close();
        await(
                "a reader of '" + name + "' is signalled when the writer before it has left",
                () -> signal.toCompletableFuture().isDone());
        await(
                "the reader of '" + name + "' that was signalled is granted it",
                () -> reader.attempt() instanceof AcquireOutcome.Granted);
    }

    /** The store may have granted the units when they came back, long before the waiter looks. */
    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_the_grant_of_a_waiter_lasts_as_long_as_it_says() throws Exception {
        if (!shares()) {
            return;
        }
        ShareSteps store = steps();
        String name = name();
        Grant held = granted(store, attempt(name, longLease()), BOTH);
        Contest contest = closing(steps().contest(attempt(name, longLease()), BOTH));
        requireContended(contest);
        store.release(held.attempt());
        Stopwatch since = new Stopwatch();
        Awaiter.holdsWithin(() -> since.elapsed().compareTo(A_WHILE) > 0, A_WHILE);
        List<Grant> grants = new ArrayList<>();
        await("a waiter is granted units of '" + name + "'", () -> {
            if (contest.attempt() instanceof AcquireOutcome.Granted granted) {
                grants.add(granted.grant());
            }
            return !grants.isEmpty();
        });
        Grant grant = grants.get(0);
        Optional<Duration> kept =
                store.inspect(held.attempt().name()).stream().findFirst().flatMap(Holder::remaining);
        Duration believed = Duration.ofNanos(grant.sentNanos() + grant.lease().toNanos() - now());
        require(
                kept.isEmpty() || kept.get().plus(UNIT).compareTo(believed) >= 0,
                "a waiter was granted '{}' and believes in it for {}, and the store keeps it for {}",
                name,
                believed,
                kept);
        evidence("{} are left, and the store keeps {}", believed, kept);
    }
}
