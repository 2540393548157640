// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a server says of itself, section by section. */
class ServerInfoTest {

    @Test
    void sections_come_as_text_or_as_bytes_or_not_at_all() {
        ServerInfo info = ServerInfo.asked("", section -> switch (section) {
            case "server" -> "redis_version:7.0.15\r\n";
            case "memory" -> "maxmemory:0\r\n".getBytes(StandardCharsets.UTF_8);
            default -> null;
        });
        assertThat(info.values()).isEqualTo(Map.of("redis_version", "7.0.15", "maxmemory", "0"));
    }

    @Test
    void a_missing_value_has_its_default() {
        ServerInfo info = new ServerInfo("", Map.of("maxmemory", "5"));
        assertThat(info.value("maxmemory", "0")).isEqualTo("5");
        assertThat(info.value("aof_enabled", "0")).isEqualTo("0");
    }

    @Test
    void a_line_without_a_name_says_nothing() {
        assertThat(ServerInfo.parse(":7\r\na:1\r\n")).isEqualTo(Map.of("a", "1"));
    }

    @Test
    void a_node_of_a_cluster_is_named() {
        assertThat(new ServerInfo("h:6379", Map.of()).at()).isEqualTo(" at its node h:6379");
        assertThat(new ServerInfo("", Map.of()).at()).isEmpty();
    }

    @Test
    void it_is_asked_by_one_command_for_each_section() {
        assertThat(ServerInfo.command("memory"))
                .extracting(part -> new String(part.getRaw(), StandardCharsets.UTF_8))
                .containsExactly("INFO", "memory");
    }
}
