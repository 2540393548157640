// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.proxy.GateProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A failover by hand, and an address that follows it. */
@Tag("nightly")
class RedisReplicaIT {

    @Test
    void a_replica_that_was_cut_off_lacks_the_last_write_when_it_is_promoted() {
        try (RedisServer primary = RedisServer.start(RedisProgram.find());
                RedisReplica replica = RedisReplica.of(primary)) {
            primary.command("SET", "a", "1");
            replica.awaitInSync();
            assertThatThrownBy(() -> replica.server().command("SET", "b", "1")).hasMessageStartingWith("READONLY");
            replica.cutOff();
            primary.command("SET", "a", "2");
            primary.kill();
            replica.promote();
            assertThat(replica.server().command("GET", "a")).isEqualTo("1");
            assertThat(replica.server().command("SET", "a", "3")).isEqualTo("OK");
        }
    }

    @Test
    void a_demoted_primary_refuses_writes_and_an_address_leads_new_connections_past_it() {
        try (RedisServer primary = RedisServer.start(RedisProgram.find());
                RedisReplica replica = RedisReplica.of(primary);
                GateProxy proxy = GateProxy.redis(primary.host(), primary.port())) {
            RedisAddress address = RedisAddress.parse(primary.uriThrough(proxy.port()));
            replica.promote();
            replica.demotePrimary();
            assertThatThrownBy(() -> ask(address, "SET", "a", "1")).hasMessageStartingWith("READONLY");
            proxy.leadTo(replica.server().host(), replica.server().port());
            assertThat(ask(address, "SET", "a", "2")).isEqualTo("OK");
            assertThat(replica.server().command("GET", "a")).isEqualTo("2");
        }
    }

    private static String ask(RedisAddress address, String... command) {
        try {
            return address.ask(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
