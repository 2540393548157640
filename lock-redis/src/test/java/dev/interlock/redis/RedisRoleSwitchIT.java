// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.RedisReplica;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A fixed address leads to another server from some time on; connections that are open stay at the former one. */
class RedisRoleSwitchIT {

    /** Below the rest of a waiter whose signals are proven, which is 30 s, and long against a loaded machine. */
    private static final Duration SOON = Duration.ofSeconds(15);

    private BackendBench fixture;
    private RedisReplica replica;
    private GateProxy address;
    private LockBackend waiters;
    private LockName name;
    private Attempt holder;

    @BeforeEach
    void start() {
        fixture = new BackendBench();
        replica = RedisReplica.of(fixture.server);
        address = GateProxy.redis(fixture.server.host(), fixture.server.port());
        name = fixture.name();
        holder = attempt(name, Duration.ofMinutes(2), 1);
        granted(fixture.backend().tryAcquire(holder));
    }

    @AfterEach
    void stop() {
        waiters.close();
        address.close();
        replica.close();
        fixture.close();
    }

    @Test
    void a_waiter_that_rests_follows_when_the_roles_switch() throws InterruptedException {
        follows(fixture.backendAt(through()), true);
    }

    @Test
    void a_waiter_that_listens_for_releases_follows_when_the_roles_switch() throws InterruptedException {
        fixture.allowListener(replica.server());
        follows(fixture.backendWithoutQueuesAt(through()), true);
    }

    /** As behind a load balancer that moves, and closes idle connections but not the one of the subscription. */
    @Test
    void a_waiter_follows_when_only_its_steps_reach_the_new_server() throws InterruptedException {
        follows(fixture.backendAt(through()), false);
    }

    private String through() {
        return fixture.server.uriThrough(address.port());
    }

    private void follows(LockBackend backend, boolean demoted) throws InterruptedException {
        waiters = backend;
        try (Contest contest = waiters.contest(attempt(name))) {
            untilSignalled(contest);
            assertThat(contended(contest.attempt())).isEqualTo(Duration.ofSeconds(30));
            replica.awaitInSync();
            replica.promote();
            address.leadTo(replica.server().host(), replica.server().port());
            if (demoted) {
                replica.demotePrimary();
            } else {
                fixture.server.command("CLIENT", "KILL", "TYPE", "normal");
            }
            replica.server().command("DEL", BackendBench.key(name));
            await().atMost(SOON)
                    .until(() -> contest.signal().toCompletableFuture().isDone());
            await().atMost(SOON).until(() -> contest.attempt() instanceof Granted);
        }
        // Its subscription has followed, so that the next release wakes it.
        Attempt next = attempt(fixture.name());
        try (LockBackend other = fixture.backendAt(replica.server().uri());
                Contest contest = waiters.contest(attempt(next.name()))) {
            granted(other.tryAcquire(next));
            untilSignalled(contest);
            other.release(next);
            await().atMost(SOON)
                    .until(() -> contest.signal().toCompletableFuture().isDone());
            granted(contest.attempt());
        }
    }
}
