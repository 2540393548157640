// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several locks as one argument of a statement. */
class WantedLeasesTest {

    private static final Attempt A = Attempt.of(new LockName("a"), new AttemptId(1, 2), Duration.ofMillis(5), 3, null);
    private static final Attempt B =
            Attempt.of(new LockName("b"), new AttemptId(-1, 16), Duration.ofSeconds(2), 1, "h\"");

    @Test
    void names_are_hexadecimal_and_in_the_order_of_their_bytes() {
        WantedLeases wanted = WantedLeases.named(List.of(B, A));
        assertThat(wanted.json()).isEqualTo("[{\"name\":\"61\"},{\"name\":\"62\"}]");
        assertThat(wanted.count()).isEqualTo(2);
        assertThat(WantedLeases.key(new byte[] {0x61, (byte) 0xff})).isEqualTo("61ff");
    }

    @Test
    void where_only_the_owner_may_act_a_lease_has_its_owner() {
        assertThat(WantedLeases.owned(List.of(A), LeaseOwners.plain()).json())
                .isEqualTo("[{\"name\":\"61\",\"owner\":\"00000000000000010000000000000002\"}]");
    }

    @Test
    void to_be_acquired_takes_lease_tokens_and_hint() {
        assertThat(WantedLeases.acquired(List.of(A, B), LeaseOwners.plain()).json())
                .isEqualTo(
                        "[{\"name\":\"61\",\"owner\":\"00000000000000010000000000000002\",\"lease\":5000,\"tokens\":3},"
                                + "{\"name\":\"62\",\"owner\":\"ffffffffffffffff0000000000000010\",\"lease\":2000000,\"tokens\":1,"
                                + "\"hint\":\"6822\"}]");
    }
}
