// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.redis.options.RedisLockOptions.Server;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The servers of a Redlock as a program names them. */
class RedlockServersTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @CsvSource({"3,2", "5,3", "15,8"})
    void more_than_half_are_a_majority(int servers, int quorum) {
        assertThat(new RedlockServers(servers(servers), SECOND, SECOND).quorum())
                .isEqualTo(quorum);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 17})
    void the_number_of_servers_is_odd_and_from_3_to_15(int servers) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedlockServers(servers(servers), SECOND, SECOND))
                .withMessageContaining("odd number of servers from 3 to 15");
    }

    @Test
    void times_have_bounds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedlockServers(servers(3), Duration.ZERO, SECOND))
                .withMessageStartingWith("nodeTimeout must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedlockServers(servers(3), SECOND, Duration.ofDays(2)))
                .withMessageStartingWith("restartGuard must be");
    }

    private static List<Server> servers(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(port -> Server.STANDARD.at("h", port))
                .toList();
    }
}
