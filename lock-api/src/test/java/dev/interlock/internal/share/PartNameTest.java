// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockName;
import dev.interlock.spi.Share;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each part of a shared lock has a name of its own, and tells from it what it is. */
class PartNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"cache", "a/b", "a/read", "a/write#3", "a#1", "/", "#", "x/2-of-5"})
    void a_name_tells_the_part(String lock) {
        for (Share share : new Share[] {Share.READ, Share.WRITE, new Share(2, 5), new Share(5, 5)}) {
            for (int index = 0; index < 3; index++) {
                PartName part = new PartName(new LockName(lock), share, index);
                assertThat(PartName.parse(part.name())).isEqualTo(part);
            }
        }
    }

    @Test
    void the_name_is_one_that_people_read() {
        LockName lock = new LockName("exports");
        assertThat(PartName.of(lock, Share.READ).name()).hasToString("exports/read");
        assertThat(PartName.of(lock, Share.WRITE).name()).hasToString("exports/write");
        assertThat(PartName.of(lock, new Share(2, 5)).at(3).name()).hasToString("exports/2-of-5#3");
    }

    @Test
    void the_longest_name_has_room_for_each_suffix() {
        LockName longest = new LockName("x".repeat(PartName.MAX_BYTES));
        int most = Share.UNLIMITED - 1;
        assertThat(new PartName(longest, new Share(most, most), most).name().value())
                .endsWith("#" + most);
        assertThatThrownBy(() -> PartName.of(new LockName("x".repeat(PartName.MAX_BYTES + 1)), Share.READ))
                .hasMessageContaining("at most 160 bytes");
    }
}
