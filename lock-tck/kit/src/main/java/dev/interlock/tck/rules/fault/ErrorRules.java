// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The rules of ERR about the exceptions and messages that callers get. */
public abstract class ErrorRules extends ClientRuleTest {

    @Test
    @Proves(Rule.ERR_1)
    void ERR_1_an_unreachable_store_is_not_contention() {
        FaultLink link = link();
        LockClient client = client(link);
        link.cut();
        requireUnreachable(client, "behind a cut link");
        thrown(LockUnavailableException.class, "inspect behind a cut link", () -> client.inspect(name()));
        thrown(LockUnavailableException.class, "a new client behind a cut link", () -> client(link));
    }

    @Test
    @Proves(Rule.ERR_1)
    void ERR_1_a_store_that_does_not_answer_is_not_contention() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        link.blackhole();
        requireUnreachable(client, "behind a black hole");
        link.heal();
        String name = name();
        await("the client works again", () -> {
            try {
                return client.lock(name).tryAcquire(unrenewed(longLease())).isPresent();
            } catch (LockUnavailableException | LockOutcomeUnknownException e) {
                return false;
            }
        });
    }

    private void requireUnreachable(LockClient client, String where) {
        DistributedLock lock = client.lock(name());
        List<Executable> ways = List.of(
                lock::tryAcquire,
                () -> lock.tryAcquire(unrenewed(longLease())),
                () -> lock.acquire(unrenewed(longLease()).withMaxWait(Duration.ofMillis(20))));
        for (Executable way : ways) {
            LockException told = thrown(LockException.class, "acquiring " + where, way);
            require(
                    told instanceof LockUnavailableException || told instanceof LockOutcomeUnknownException,
                    "acquiring {} ended as {}",
                    where,
                    told);
        }
    }

    @Test
    @Proves(Rule.ERR_3)
    void ERR_3_a_bad_argument_is_named_with_its_value_and_bound() throws Exception {
        AcquireOptions options = AcquireOptions.inherited();
        Duration second = Duration.ofSeconds(1);
        requireNamed("lease", "PT0.003S", "10 ms", () -> options.withLease(Duration.ofMillis(3)));
        requireNamed("lease", "PT-1S", "10 ms", () -> options.withLease(second.negated()));
        requireNamed("lease", "PT8784H", "365 days", () -> options.withLease(Duration.ofDays(366)));
        requireNamed("maxHold", "PT0S", "10 ms", () -> options.withMaxHold(Duration.ZERO));
        requireNamed("maxWait", "PT-1S", "0 ms", () -> options.withMaxWait(second.negated()));
        requireNamed("firstPause", "PT0S", "1 ms", () -> new RetryPolicy(Duration.ZERO, second, 1));
        requireNamed("maxPause", "PT1S", "PT2S", () -> new RetryPolicy(second.multipliedBy(2), second, 1));
        requireNamed("maxAttempts", "0", "1", () -> RetryPolicy.STANDARD.withMaxAttempts(0));
        LockHandle held = hold(client(), name(), unrenewed(longLease()));
        requireNamed("lease", "PT0.003S", "10 ms", () -> held.renew(Duration.ofMillis(3)));
        requireNamed("atLeast", "PT-1S", "0", () -> held.ensureHeld(second.negated()));
    }

    @Test
    @Proves(Rule.ERR_3)
    void ERR_3_a_lease_that_the_store_cannot_keep_is_refused() {
        Duration shortest = capabilities().minLease().plusMillis(1_000);
        Duration longest = capabilities().maxLease().minusMillis(1_000);
        InterceptedBackend watched = intercepted();
        LockBackend narrow = new ForwardingBackend(watched) {
            @Override
            public Capabilities capabilities() {
                Capabilities all = super.capabilities();
                return all.withLeases(shortest, longest);
            }
        };
        DistributedLock lock = client(narrow).lock(name());
        for (Duration lease : List.of(shortest.minusMillis(1), longest.plusMillis(1))) {
            requireNamed("lease", lease.toString(), shortest.toString(), () -> lock.tryAcquire(unrenewed(lease)));
            requireNamed("lease", lease.toString(), longest.toString(), () -> lock.tryAcquire(unrenewed(lease)));
        }
        require(watched.requests() == 0, "{} requests were sent for leases out of bounds", watched.requests());
    }

    private void requireNamed(String argument, String value, String bound, Executable step) {
        String message = String.valueOf(thrown(IllegalArgumentException.class, argument + " of " + value, step)
                .getMessage());
        require(
                message.contains(argument) && message.contains(value) && message.contains(bound),
                "the message about {} = {} does not name argument, value and bound {}: {}",
                argument,
                value,
                bound,
                message);
    }
}
