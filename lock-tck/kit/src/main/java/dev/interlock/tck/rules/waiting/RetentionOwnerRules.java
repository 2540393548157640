// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rule of RET about owners that the store must tell, at the level of its steps. */
public abstract class RetentionOwnerRules extends ClientRuleTest {

    private static final int OWNERS = 5;
    private static final int MANY = 12;

    @Test
    @Proves(Rule.RET_1)
    void RET_1_after_the_lease_of_one_owner_the_next_owner_is_told() {
        if (!declares(Capability.RECALLS)) {
            return;
        }
        StandaloneContext context = new StandaloneContext();
        LockBackend former = backend();
        LockBackend present = started(fixture().openBackend(), context);
        Attempt ended = attempt(name(), lease()).withRecall();
        granted(former, ended);
        Attempt owned = attempt(ended.name().value(), longLease()).withRecall();
        awaitGranted(present, owned, endOf(lease()));
        requireTold(context, owned);
    }

    @Test
    @Proves(Rule.RET_1)
    void RET_1_an_owner_whose_backend_was_closed_is_not_waited_for() {
        if (!declares(Capability.RECALLS)) {
            return;
        }
        StandaloneContext context = new StandaloneContext();
        LockBackend closed = fixture().openBackend();
        closed.start(new StandaloneContext());
        Attempt left = attempt(name(), lease()).withRecall();
        granted(closed, left);
        closed.close();
        Attempt owned = attempt(left.name().value(), longLease()).withRecall();
        awaitGranted(started(fixture().openBackend(), context), owned, endOf(lease()));
        requireTold(context, owned);
    }

    @Test
    @Proves(Rule.RET_1)
    void RET_1_an_owner_that_has_renewed_is_told() {
        if (!declares(Capability.RECALLS)) {
            return;
        }
        StandaloneContext context = new StandaloneContext();
        LockBackend owner = started(fixture().openBackend(), context);
        Attempt owned = attempt(name(), longLease()).withRecall();
        Grant grant = granted(owner, owned);
        RenewOutcome renewed = owner.renew(grant, longLease());
        require(renewed instanceof RenewOutcome.Renewed, "the renewal of '{}' ended as {}", owned.name(), renewed);
        requireTold(context, owned);
    }

    /** A backend may begin to listen with its first grant. A request that came before that must count as missed. */
    @Test
    @Proves(Rule.RET_1)
    void RET_1_the_owner_of_a_first_grant_learns_of_a_single_request() {
        if (!declares(Capability.RECALLS)) {
            return;
        }
        LockBackend other = backend();
        tryOnce(other, granted(backend(), attempt(name(), longLease())).attempt());
        for (int i = 0; i < OWNERS; i++) {
            StandaloneContext context = new StandaloneContext();
            LockBackend owner = started(fixture().openBackend(), context);
            Attempt owned = attempt(name(), longLease()).withRecall();
            int missed = context.missedRecalls();
            granted(owner, owned);
            tryOnce(other, owned);
            await(
                    "the owner of '" + owned.name()
                            + "', its first grant, is told that another client has asked for it once, or that it may have "
                            + "missed that",
                    () -> context.wanted().contains(owned.id()) || context.missedRecalls() > missed);
        }
        evidence("{} owners learned of a single request", OWNERS);
    }

    /** A store may keep a record of requests between two looks of the owner, and the record has its bounds. */
    @Test
    @Proves(Rule.RET_1)
    void RET_1_the_owner_of_many_locks_learns_of_requests_for_all_of_them() throws Exception {
        if (!declares(Capability.RECALLS)) {
            return;
        }
        StandaloneContext context = new StandaloneContext();
        LockBackend owner = started(fixture().openBackend(), context);
        LockBackend other = backend();
        List<Attempt> owned = Stream.generate(() -> attempt(name(), longLease()).withRecall())
                .limit(MANY)
                .toList();
        owned.forEach(each -> granted(owner, each));
        requireTold(context, owned.get(0));
        int missed = context.missedRecalls();
        List<Attempt> rest = owned.subList(1, MANY);
        List<Future<Boolean>> asking = new ArrayList<>();
        for (Attempt each : rest) {
            asking.add(start(() -> {
                tryOnce(other, each);
                return true;
            }));
        }
        for (Future<Boolean> each : asking) {
            join("a request for a lock", each);
        }
        await(
                "the owner of " + rest.size()
                        + " locks is told that another client has asked for each of them, or that it may "
                        + "have missed that",
                () -> context.missedRecalls() > missed
                        || context.wanted()
                                .containsAll(rest.stream().map(Attempt::id).toList()));
        evidence("the owner of {} locks learned of the requests for them", rest.size());
    }

    private void tryOnce(LockBackend other, Attempt owned) {
        AcquireOutcome outcome = other.tryAcquire(attempt(owned.name().value(), longLease()));
        require(
                outcome instanceof AcquireOutcome.Contended,
                "'{}' is held, and an attempt of another client ended as {}",
                owned.name(),
                outcome);
    }

    private void awaitGranted(LockBackend backend, Attempt attempt, Duration atMost) {
        await(
                "'" + attempt.name() + "' is granted after the lease of its former owner",
                () -> {
                    AcquireOutcome outcome = backend.tryAcquire(attempt);
                    require(
                            outcome instanceof AcquireOutcome.Granted || outcome instanceof AcquireOutcome.Contended,
                            "the owner of '{}' has gone, and an attempt of another client ended as {}",
                            attempt.name(),
                            outcome);
                    return outcome instanceof AcquireOutcome.Granted;
                },
                atMost);
    }

    private void requireTold(StandaloneContext context, Attempt owned) {
        LockBackend other = backend();
        await("the owner of '" + owned.name() + "' is told that another client wants it", () -> {
            tryOnce(other, owned);
            return context.wanted().contains(owned.id());
        });
        evidence("the owner of '{}' was told", owned.name());
    }
}
