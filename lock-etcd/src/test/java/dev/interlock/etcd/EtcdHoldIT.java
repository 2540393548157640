// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.etcd.tck.EtcdSteps;
import dev.interlock.etcd.tck.GrpcFraming;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.EtcdServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The keys and the leases of one hold at a real server. */
class EtcdHoldIT {

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration LONGER = Duration.ofSeconds(90);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern ATTACHED = Pattern.compile("\"lease\":\"(\\d+)\"");
    private static EtcdServer server;

    private GateProxy proxy;
    private LockBackend backend;

    @BeforeAll
    static void startServer() {
        server = EtcdServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void connect() {
        proxy = new GateProxy(server.host(), server.port(), GrpcFraming::new);
        backend = new EtcdLockBackendProvider()
                .open(LockSettings.of(
                        "etcd://127.0.0.1:" + proxy.port() + "?timeout=20s&connectTimeout=30s&pollFallback=1m"));
        backend.start(new StandaloneContext());
    }

    @AfterEach
    void disconnect() {
        backend.close();
        proxy.close();
    }

    private static Attempt attempt(String name, Duration lease) {
        return Attempt.of(new LockName(name), AttemptId.random(), lease, 1, null);
    }

    private static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).grant();
    }

    /** A hold whose attempt had waited, so that it has a place in the queue. */
    private Grant grantedAfterWaiting(String name) {
        Attempt before = attempt(name, LEASE);
        granted(backend.tryAcquire(before));
        try (Contest contest = backend.contest(attempt(name, LEASE))) {
            assertThat(contest.attempt()).isInstanceOf(Contended.class);
            backend.release(before);
            return granted(contest.attempt());
        }
    }

    private static String place(Grant grant) {
        return "interlock/" + grant.attempt().name() + "/queue/"
                + grant.attempt().id().text();
    }

    /** The lease that a key is attached to. */
    private static String lease(String key) {
        String asked = Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
        Matcher attached = ATTACHED.matcher(server.call("/v3/kv/range", "{\"key\":\"" + asked + "\"}"));
        assertThat(attached.find()).as("whether there is a key " + key).isTrue();
        return attached.group(1);
    }

    @Test
    void a_repeated_try_gets_the_same_token_after_a_longer_renewal() {
        Attempt attempt = attempt("repeated", LEASE);
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(backend.renew(grant, LONGER)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(granted(backend.tryAcquire(attempt)).token()).isEqualTo(grant.token());
        backend.release(attempt);
    }

    /** The waiter behind it watches that place. */
    @Test
    void a_longer_renewal_keeps_the_place_of_the_hold() {
        Grant grant = grantedAfterWaiting("kept");
        String former = lease(place(grant));
        assertThat(backend.renew(grant, LONGER)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(lease(place(grant))).isNotEqualTo(former).isEqualTo(lease("interlock/kept/holder"));
        backend.release(grant.attempt());
    }

    @Test
    void a_hold_without_its_key_leaves_no_place_when_its_renewal_is_refused() {
        Grant grant = grantedAfterWaiting("deleted");
        server.delete("interlock/deleted/holder");
        assertThat(server.has(place(grant))).isTrue();
        assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
        await().atMost(LIMIT).until(() -> !server.has(place(grant)));
    }

    @Test
    void the_renewal_of_a_lease_that_is_over_is_refused() {
        Grant grant = granted(backend.tryAcquire(attempt("over", Duration.ofSeconds(1))));
        await().atMost(LIMIT).until(() -> !server.has("interlock/over/holder"));
        assertThat(backend.renew(grant, Duration.ofSeconds(1))).isInstanceOf(RenewOutcome.NotOwner.class);
    }

    /** The one that the server gave, not the one that this client knows. */
    @Test
    void after_a_longer_renewal_without_an_answer_the_lease_of_the_key_is_renewed() {
        Grant grant = granted(backend.tryAcquire(attempt("unanswered", LEASE)));
        proxy.onRequest(EtcdSteps.of(RequestKind.ACQUIRE)).dropReply(ConnectionEnding.CUT);
        assertThat(backend.renew(grant, LONGER)).isInstanceOf(RenewOutcome.Unknown.class);
        long before = renewedLeases();
        assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(renewedLeases()).as("both leases").isEqualTo(before + 2);
        backend.release(grant.attempt());
    }

    private long renewedLeases() {
        return proxy.recentCommands().stream().filter("LeaseKeepAlive"::equals).count();
    }
}
