// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capability;
import dev.interlock.spi.LockBackend;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that does not answer the first requests of a start in time, as one that is new or loaded. */
class RedisSlowStartIT {

    private BackendBench fixture;
    private GateProxy proxy;

    @BeforeEach
    void start() {
        fixture = new BackendBench();
        proxy = GateProxy.redis(fixture.server.host(), fixture.server.port());
    }

    @AfterEach
    void stop() {
        proxy.close();
        fixture.close();
    }

    private Gate unanswered(String text) {
        return proxy.onRequest(Message.named("EVAL", "INFO", "PING")
                        .and(message -> message.name().equals(text)
                                || message.arguments().stream().anyMatch(argument -> argument.contains(text))))
                .times(2)
                .holdReply();
    }

    @Test
    void late_answers_delay_the_start_and_cost_no_capability() {
        Gate ping = unanswered("PING");
        Gate info = unanswered("INFO");
        // The reply that is lost would have said that releases are published, which a second release cannot say.
        Gate release = unanswered("Deletes the lock if the attempt has it");
        LockBackend backend =
                fixture.backendAt(fixture.server.uriThrough(proxy.port()), "timeout=1s", "connectTimeout=1m");
        assertThat(backend.capabilities().has(Capability.NOTIFIES_WAITERS)).isTrue();
        assertThat(backend.capabilities().has(Capability.FIFO_BETWEEN_CLIENTS)).isTrue();
        assertThat(backend.capabilities().has(Capability.GRANTS_ALL_AT_ONCE)).isTrue();
        granted(backend.tryAcquire(attempt(fixture.name())));
        assertThat(ping.timesMet()).isEqualTo(2);
        assertThat(info.timesMet()).isEqualTo(2);
        assertThat(release.timesMet()).isEqualTo(2);
    }
}
