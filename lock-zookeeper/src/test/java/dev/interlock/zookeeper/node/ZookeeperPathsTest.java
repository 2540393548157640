// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import java.util.List;
import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names as one segment of a path. */
class ZookeeperPathsTest {

    @ParameterizedTest
    @CsvSource({
        "order:42, order:42",
        "a/b, a%2Fb",
        "a%2Fb, a%252Fb",
        "., %2E",
        ".., %2E.",
        "..., ...",
        "zookeeper, %7Aookeeper",
        "a b, a%20b",
        "!a~, !a~",
        "\u00e9, %C3%A9",
        "\ud83d\udd12, %F0%9F%94%92",
        "\uf8ff, %EF%A3%BF"
    })
    void a_name_is_one_segment(String name, String segment) {
        assertThat(ZookeeperPaths.encode(name)).isEqualTo(segment);
        PathUtils.validatePath("/" + segment);
    }

    @Test
    void every_plain_character_makes_a_valid_path_of_its_own() {
        List<String> all = java.util.stream.IntStream.rangeClosed(' ', 0x2fff)
                .filter(c -> !Character.isISOControl(c))
                .mapToObj(c -> ZookeeperPaths.encode(Character.toString(c)))
                .toList();
        assertThat(all).doesNotHaveDuplicates().allSatisfy(segment -> PathUtils.validatePath("/" + segment));
    }

    @Test
    void a_lock_is_below_namespace_and_base() {
        assertThat(ZookeeperPaths.of("", "interlock").lock(new LockName("a"))).isEqualTo("/interlock/a");
        assertThat(ZookeeperPaths.of("app", "team/locks").lock(new LockName("a")))
                .isEqualTo("/app/team/locks/a");
        assertThat(ZookeeperPaths.of("", "").lock(new LockName("a"))).isEqualTo("/a");
        assertThat(ZookeeperPaths.of("", "interlock").ofShares().lock(new LockName("a%shares")))
                .isEqualTo("/interlock/a%25shares%shares");
        assertThat(ZookeeperPaths.of("app", "x/y").ancestors()).containsExactly("/app", "/app/x", "/app/x/y");
        assertThat(ZookeeperPaths.of("", "").ancestors()).isEmpty();
    }

    @Test
    void no_lock_has_a_reserved_path() {
        assertThat(ZookeeperPaths.of("", "b").reserved("probe")).isEqualTo("/b/%interlock-probe");
        assertThat(ZookeeperPaths.encode("%interlock-probe")).isEqualTo("%25interlock-probe");
    }
}
