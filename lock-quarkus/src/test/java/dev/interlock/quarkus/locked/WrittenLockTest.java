// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.annotation.OnContention;
import dev.interlock.annotation.call.LockedMethod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each member of the annotation reaches the call. */
class WrittenLockTest {

    @Test
    void what_is_written_counts() {
        assertThat(new WrittenLock(
                                "Jobs.run",
                                List.of("job"),
                                OnContention.WAIT,
                                "1s",
                                "2s",
                                "3s",
                                "4s",
                                "other",
                                String.class)
                        .settings())
                .isEqualTo(new LockedMethod(
                        "Jobs.run",
                        OnContention.WAIT,
                        AcquireOptions.waitAtMost(Duration.ofSeconds(1))
                                .withLease(Duration.ofSeconds(2))
                                .withMaxHold(Duration.ofSeconds(4)),
                        Duration.ofSeconds(3),
                        "other",
                        String.class));
    }

    @Test
    void what_is_not_written_is_left_open() {
        assertThat(new WrittenLock("Jobs.run", List.of("job"), OnContention.FAIL, "", "", "", "", "", void.class)
                        .settings())
                .isEqualTo(new LockedMethod(
                        "Jobs.run", OnContention.FAIL, AcquireOptions.inherited(), null, "", void.class));
    }
}
