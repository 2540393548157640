// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MachineTimeTest {

    private static final MachineTime BEFORE = MachineTime.parse("cpu  100 0 50 800 10 0 5 35 7 0\ncpu0 1 2 3\n");

    @Test
    void guests_are_not_counted_twice() {
        assertThat(BEFORE).isEqualTo(new MachineTime(1000, 155, 35));
    }

    @Test
    void stolen_time_is_a_share_of_all_that_passed() {
        MachineTime after = MachineTime.parse("cpu  150 0 60 900 10 0 5 75 7 0\n");
        assertThat(after.stolenSince(BEFORE)).isEqualTo(0.2, within(1e-9));
        assertThat(after.busySecondsSince(BEFORE)).isEqualTo(0.6, within(1e-9));
    }

    @Test
    void nothing_is_stolen_where_nobody_counts() {
        MachineTime nobody = MachineTime.parse("");
        assertThat(nobody.stolenSince(nobody)).isZero();
    }
}
