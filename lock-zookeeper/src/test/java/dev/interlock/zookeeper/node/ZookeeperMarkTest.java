// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Share;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the name of a node says of its share. */
class ZookeeperMarkTest {

    private static String read(Share share) {
        String name = ZookeeperQueue.prefix("", new AttemptId(1, 1), ZookeeperMark.of(share)) + "0000000007";
        assertThat(ZookeeperMark.share(ZookeeperQueue.mark(name.substring(1)))).isEqualTo(share);
        return name.substring("/lock-00000000000000010000000000000001-".length());
    }

    @Test
    void each_share_is_read_as_it_was_written() {
        assertThat(read(Share.READ)).isEqualTo("read-0000000007");
        assertThat(read(Share.WRITE)).isEqualTo("write-0000000007");
        assertThat(read(new Share(2, 5))).isEqualTo("2-of-5-0000000007");
        assertThat(read(new Share(1, 1))).isEqualTo("1-of-1-0000000007");
        assertThat(read(new Share(7, Share.UNLIMITED - 1))).isEqualTo("7-of-2147483646-0000000007");
    }

    @Test
    void a_number_below_zero_is_not_part_of_the_mark() {
        String name = ZookeeperQueue.prefix("", new AttemptId(1, 1), ZookeeperMark.of(Share.READ)) + "-2147483648";
        assertThat(ZookeeperQueue.mark(name.substring(1))).isEqualTo("read-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "r-",
                "read",
                "Read-",
                "2-of-",
                "2-of-5",
                "-of-5-",
                "0-of-5-",
                "6-of-5-",
                "+2-of-5-",
                "02-of-5-",
                "1-of-2147483647-",
                "2-of-9999999999-",
                "2-of-5-x-"
            })
    void anything_else_names_no_share(String text) {
        assertThat(ZookeeperMark.share(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"newer-0000000001", "lock-1-read-0000000001", "read-0000000001", "config"})
    void a_name_without_an_id_has_no_mark(String name) {
        assertThat(ZookeeperQueue.mark(name)).isNull();
        assertThat(ZookeeperMark.share(ZookeeperQueue.mark(name))).isNull();
    }
}
