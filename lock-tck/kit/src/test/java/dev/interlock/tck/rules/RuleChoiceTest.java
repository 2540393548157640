// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RuleChoiceTest {

    @Test
    void rules_are_chosen_by_their_ids() {
        assertThat(RuleChoice.rules("WAIT-4, REL-6")).containsExactly("REL-6", "WAIT-4");
        assertThatThrownBy(() -> RuleChoice.rules("WAIT-4,WAIT_7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("names WAIT_7");
    }
}
