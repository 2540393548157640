// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of codes. */
class ZookeeperErrorsTest {

    private final ZookeeperErrors errors = new ZookeeperErrors("zookeeper at z1:2181/interlock", false);

    @ParameterizedTest
    @CsvSource({
        "NOAUTH, false, grant create",
        "QUOTAEXCEEDED, false, raise the quota",
        "INVALIDACL, false, acl=open",
        "AUTHFAILED, false, options user and password",
        "UNIMPLEMENTED, false, 3.6 or newer",
        "NOCHILDRENFOREPHEMERALS, false, use another base",
        "SESSIONEXPIRED, true, new session",
        "THROTTLEDOP, true, request throttle",
        "NOTREADONLY, true, bring the other servers back"
    })
    void a_refusal_of_the_servers_names_store_code_and_way_out(Code code, boolean retryable, String wayOut) {
        AcquireOutcome outcome = errors.acquire("'a' not acquired", KeeperException.create(code, "/p/lock-secret-1"));
        assertThat(outcome).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.retryable()).isEqualTo(retryable);
            assertThat(refused.cause())
                    .hasMessageStartingWith("'a' not acquired: zookeeper at z1:2181/interlock ")
                    .hasMessageContaining("(" + code + "): ")
                    .hasMessageContaining(wayOut)
                    .hasMessageNotContaining("secret");
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"CONNECTIONLOSS", "OPERATIONTIMEOUT", "REQUESTTIMEOUT", "SYSTEMERROR", "MARSHALLINGERROR"})
    void a_request_without_an_answer_is_unknown(Code code) {
        assertThat(errors.acquire("'a' not acquired", KeeperException.create(code)))
                .isInstanceOf(Unknown.class);
    }

    @Test
    void a_code_of_the_table_is_an_answer_and_any_other_is_none() {
        assertThat(ZookeeperErrors.isUnknown(KeeperException.create(Code.NOAUTH)))
                .isFalse();
        assertThat(ZookeeperErrors.isUnknown(KeeperException.create(Code.CONNECTIONLOSS)))
                .isTrue();
        assertThat(errors.unavailable("failed", KeeperException.create(Code.CONNECTIONLOSS)))
                .hasMessage("failed: zookeeper at z1:2181/interlock did not answer (CONNECTIONLOSS): check the servers,"
                        + " their quorum, and the option timeout");
        assertThat(errors.store()).isEqualTo("zookeeper at z1:2181/interlock");
    }

    @Test
    void without_a_connection_the_checks_are_those_for_its_kind() {
        assertThat(errors.unreachable("failed", "no session", null))
                .hasMessageStartingWith(
                        "failed: no connection to zookeeper at z1:2181/interlock (no session): check that")
                .hasMessageEndingWith("servers that want TLS need tls=true");
        assertThat(new ZookeeperErrors("z", true).unreachable("failed", "no session", null))
                .hasMessageStartingWith(
                        "failed: no TLS connection to z (no session): check that the ports are those for")
                .hasMessageEndingWith("and that a quorum of them runs and is not overloaded");
    }

    @Test
    void the_last_zxid_is_reported_as_the_end_of_the_domain() {
        assertThat(errors.outOfTokens("failed", 7)).hasMessageContaining("has reached zxid 7,");
    }
}
