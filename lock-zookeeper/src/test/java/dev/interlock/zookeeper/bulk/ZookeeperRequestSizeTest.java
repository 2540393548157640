// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import dev.interlock.zookeeper.session.ZookeeperAccess;
import java.util.Collections;
import java.util.List;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.Test;

/** How many locks one transaction is let through with. */
class ZookeeperRequestSizeTest {

    private static final ZookeeperPaths PATHS = ZookeeperPaths.of("", "interlock");

    private static boolean fits(List<ACL> acl, int count, String name) {
        return ZookeeperRequestSize.fits("", PATHS, acl, Collections.nCopies(count, new LockName(name)));
    }

    /** 3 times the path, 67 bytes around it, 141 of the node, and twice the rights, of 768 * 1024. */
    @Test
    void the_last_that_fits_is_where_the_sum_says() {
        int open = 3 * "/interlock/a".length() + 67 + 141 + 2 * (12 + "world".length() + "anyone".length());
        assertThat(fits(ZookeeperAccess.OPEN, 768 * 1024 / open, "a")).isTrue();
        assertThat(fits(ZookeeperAccess.OPEN, 768 * 1024 / open + 1, "a")).isFalse();
        int creator = 3 * "/interlock/a".length() + 67 + 141 + 2 * (12 + "auth".length());
        assertThat(fits(ZookeeperAccess.CREATOR, 768 * 1024 / creator, "a")).isTrue();
        assertThat(fits(ZookeeperAccess.CREATOR, 768 * 1024 / creator + 1, "a")).isFalse();
    }

    /** Each counts 512 bytes: 3 * 86 of its path, and 254 as above. */
    @Test
    void a_request_that_just_fits_is_accepted() {
        String name = "n".repeat(86 - "/interlock/".length());
        assertThat(fits(ZookeeperAccess.OPEN, 768 * 1024 / 512, name)).isTrue();
        assertThat(fits(ZookeeperAccess.OPEN, 768 * 1024 / 512 + 1, name)).isFalse();
    }

    @Test
    void a_chroot_counts_like_a_part_of_each_path() {
        String name = "n".repeat(86 - "/app".length() - "/interlock/".length());
        List<LockName> names = Collections.nCopies(768 * 1024 / 512, new LockName(name));
        assertThat(ZookeeperRequestSize.fits("/app", PATHS, ZookeeperAccess.OPEN, names))
                .isTrue();
        assertThat(ZookeeperRequestSize.fits("/app2", PATHS, ZookeeperAccess.OPEN, names))
                .isFalse();
    }

    @Test
    void a_name_counts_as_it_is_encoded() {
        int count = 768 * 1024 / (3 * "/interlock/%2F".length() + 67 + 141 + 2 * 23);
        assertThat(fits(ZookeeperAccess.OPEN, count, "/")).isTrue();
        assertThat(fits(ZookeeperAccess.OPEN, count + 1, "/")).isFalse();
    }
}
