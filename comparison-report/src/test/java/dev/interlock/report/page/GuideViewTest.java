// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.Conclusions.AdviceRow;
import dev.interlock.report.data.Conclusions.AdviceRow.Answer.Kind;
import dev.interlock.report.data.Conclusions.Proof;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GuideViewTest {

    private static final AdviceRow MONEY = new AdviceRow(
            "money",
            List.of(
                    answer(Kind.CONDITION, "yes, with a guard", "redis", "mysql"),
                    answer(Kind.AVOID, "no", "redis", "mysql", "etcd"),
                    answer(Kind.TAKE, "yes", "etcd")));

    @Test
    void a_condition_is_in_the_cell_and_not_in_the_colour_of_a_yes() {
        assertThat(GuideView.answer(MONEY, "redis"))
                .isEqualTo(new GuideView.Answer("yes, with a guard", "open", "EFFECT-redis"));
    }

    @Test
    void the_first_answer_that_names_a_store_is_its_own() {
        assertThat(GuideView.answer(MONEY, "etcd")).isEqualTo(new GuideView.Answer("no", "bad", "EFFECT-etcd"));
    }

    @Test
    void a_store_without_an_answer_has_a_dash() {
        assertThat(GuideView.answer(MONEY, "postgres")).isEqualTo(new GuideView.Answer("–", "open", null));
    }

    private static AdviceRow.Answer answer(Kind kind, String word, String... backends) {
        return new AdviceRow.Answer(
                kind,
                word,
                "",
                List.of(backends).stream()
                        .map(backend -> new Proof(backend, "EFFECT-" + backend))
                        .toList(),
                "");
    }
}
