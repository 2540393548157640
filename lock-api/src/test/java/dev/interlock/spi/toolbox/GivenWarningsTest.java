// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Warnings that each client would repeat. */
class GivenWarningsTest {

    @Test
    void a_warning_is_given_once_for_each_store_and_text() {
        assertThat(GivenWarnings.isFirst("store a of GivenWarningsTest", "open"))
                .isTrue();
        assertThat(GivenWarnings.isFirst("store a of GivenWarningsTest", "open"))
                .isFalse();
        assertThat(GivenWarnings.isFirst("store b of GivenWarningsTest", "open"))
                .isTrue();
        assertThat(GivenWarnings.isFirst("store a of GivenWarningsTest", "unpersisted"))
                .isTrue();
    }

    @Test
    void very_many_stores_do_not_fill_the_memory() {
        assertThat(GivenWarnings.isFirst("the first of GivenWarningsTest", "open"))
                .isTrue();
        for (int i = 0; i < 2_000; i++) {
            assertThat(GivenWarnings.isFirst("store " + i + " of many", "open")).isTrue();
        }
        assertThat(GivenWarnings.isFirst("the first of GivenWarningsTest", "open"))
                .isTrue();
    }
}
