// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Tokens from zxids. */
class ZookeeperTokensTest {

    private static final long LAST = (1L << 57) - 1;

    @Test
    void blocks_of_successive_zxids_do_not_overlap() {
        assertThat(ZookeeperTokens.first(8) + ZookeeperTokens.MAX_TOKENS - 1).isEqualTo(ZookeeperTokens.first(9) - 1);
    }

    @Test
    void an_election_makes_tokens_grow() {
        assertThat(ZookeeperTokens.first(2L << 32)).isGreaterThan(ZookeeperTokens.first((1L << 32) | 0xffff_ffffL));
    }

    @Test
    void the_last_zxid_fits_and_the_next_one_is_refused() {
        assertThat(ZookeeperTokens.first(LAST) + ZookeeperTokens.MAX_TOKENS - 1).isEqualTo(Long.MAX_VALUE);
        assertThat(ZookeeperTokens.fits(LAST + 1)).isFalse();
        assertThat(ZookeeperTokens.fits(0)).isFalse();
        assertThatThrownBy(() -> ZookeeperTokens.first(LAST + 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
