// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.Capability;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.spi.LockBackend;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** A server that does not answer the first requests of a start in time, as one that is new or loaded. */
@ParameterizedClass
@EachProduct
class SlowStartIT extends OnEachDatabase {

    /** Long for one step on a busy machine, and far shorter than the start may take. */
    private static final String TIMEOUT = "interlock.timeout=1s";

    private static final String PATIENCE = "interlock.connectTimeout=1m";

    private GateProxy proxy;

    @BeforeEach
    void proxy() {
        proxy = bench.isPostgres()
                ? GateProxy.postgres(bench.server.host(), bench.server.port())
                : GateProxy.mysql(bench.server.host(), bench.server.port());
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
    }

    private Gate unanswered(String statement) {
        return proxy.onRequest(JdbcSteps.running(statement)).times(2).holdReply();
    }

    private LockBackend backend(String... options) {
        return bench.backendAt(bench.server.urlThrough(proxy.port()), options);
    }

    @Test
    void late_answers_delay_the_start_and_cost_no_capability() {
        Gate version = unanswered("VERSION()");
        Gate acquire = unanswered("interlock lease-acquire ");
        Gate forMany = unanswered("interlock lease-release-all ");
        LockBackend backend = backend(TIMEOUT, PATIENCE);
        assertThat(backend.capabilities().has(Capability.GRANTS_ALL_AT_ONCE)).isTrue();
        granted(backend.tryAcquire(attempt(bench.name())));
        assertThat(version.timesMet()).isEqualTo(2);
        assertThat(acquire.timesMet()).isEqualTo(2);
        assertThat(forMany.timesMet()).isEqualTo(2);
    }

    @Test
    void late_answers_delay_the_start_with_row_locks() {
        Gate lock = unanswered("interlock row-acquire");
        LockBackend backend = backend(TIMEOUT, PATIENCE, "interlock.mode=row-lock");
        granted(backend.tryAcquire(attempt(bench.name())));
        assertThat(lock.timesMet()).isEqualTo(2);
    }

    @Test
    void a_server_that_never_answers_is_told_from_one_that_is_not_there() {
        proxy.onRequest(JdbcSteps.running("VERSION()")).always().holdReply();
        assertThatThrownBy(() -> backend("interlock.timeout=250ms", "interlock.connectTimeout=250ms"))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("did not answer in time")
                .hasMessageContaining("interlock.timeout");
    }
}
