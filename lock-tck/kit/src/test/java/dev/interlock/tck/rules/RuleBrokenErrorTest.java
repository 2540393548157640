// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.Rule;
import org.junit.jupiter.api.Test;

class RuleBrokenErrorTest {

    @Test
    void a_failure_tells_people_the_rule_what_was_seen_and_what_to_look_at_first() {
        assertThat(new RuleBrokenError(Rule.TOK_3, "2 tokens were asked for and 1 was reserved", null))
                .hasMessage(
                        "TOK-3: 2 tokens were asked for and 1 was reserved\nLook first at " + Rule.TOK_3.lookAtFirst());
    }
}
