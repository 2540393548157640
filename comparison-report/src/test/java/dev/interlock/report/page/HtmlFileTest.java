// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.tck.Rule;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class HtmlFileTest {

    private static final String HOSTILE = "</td></style><script>alert(1)</script><img src=x onerror='a()'> \" & ${x}";

    @Test
    void whatever_a_record_holds_is_text() {
        String page = HtmlFile.text(SampleReport.with(HOSTILE));
        assertThat(page).doesNotContain("<script", "<img", "</td></style>");
        assertThat(page).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
        assertThat(Pattern.compile("</style>").matcher(page).results()).hasSize(1);
    }

    @Test
    void an_attribute_cannot_be_left() {
        String page = HtmlFile.text(SampleReport.with("x\" onmouseover=\"y"));
        assertThat(page).contains("aria-label=\"x&#34; onmouseover");
        assertThat(Pattern.compile("<[^<>]*\" onmouseover").matcher(page).results())
                .isEmpty();
    }

    @Test
    void nothing_is_loaded() {
        String page = HtmlFile.text(SampleReport.with("text"));
        assertThat(page).doesNotContainIgnoringCase("http:", "https:", " src=", "url(", "@import", "<link", "<script");
        assertThat(Pattern.compile("href=\"(?!#|histories/)").matcher(page).results())
                .isEmpty();
    }

    @Test
    void every_rule_can_be_linked_to() {
        String page = HtmlFile.text(SampleReport.with("text"));
        assertThat(Rule.values()).allSatisfy(rule -> assertThat(page).contains("id=\"" + rule.id() + "\""));
    }

    @Test
    void every_link_leads_somewhere() {
        String page = HtmlFile.text(SampleReport.with("text"));
        assertThat(Pattern.compile("href=\"#([^\"]*)\"").matcher(page).results())
                .isNotEmpty()
                .allSatisfy(link -> assertThat(page).contains("id=\"" + link.group(1) + "\""));
    }

    @Test
    void every_table_says_what_it_shows() {
        String page = HtmlFile.text(SampleReport.with("text"));
        int tables = page.split("<table", -1).length - 1;
        assertThat(tables).isGreaterThan(5);
        assertThat(Pattern.compile("<table[^>]*>\\s*<caption>").matcher(page).results())
                .hasSize(tables);
    }

    @Test
    void what_operations_send_stands_side_by_side() {
        String page = HtmlFile.text(SampleReport.with("text"));
        assertThat(page).containsPattern("(?s)<caption>" + Measurement.ROUND_TRIPS + ".*<th scope=\"row\">text</th>");
    }

    @Test
    void what_is_wrong_is_said_in_words() {
        String page = HtmlFile.text(SampleReport.with("text"));
        assertThat(page)
                .contains(
                        "ACQ-1 is broken on some",
                        "mutant text survived on some",
                        "some, text: text",
                        "none was not run: text")
                .contains("FAILED", "not exercised", "SURVIVED", "missed", "did not catch it");
    }

    @Test
    void what_holds_is_said_in_words_with_evidence_and_history() {
        String page = HtmlFile.text(SampleReport.with("text"));
        assertThat(page)
                .contains(
                        "<li id=\"BROKEN-some\">some: <span class=\"bad\">BROKEN</span>. text",
                        "href=\"#HOLDS-some\">holds</a>",
                        "href=\"#NOT_EXERCISED-some\">not exercised</a>",
                        "href=\"histories/text\">history</a>")
                .contains("not exercised in this run", "DENIED by this run", "not in this run");
    }

    @Test
    void what_became_of_guarded_and_unguarded_resources_and_what_a_guard_costs_is_said_in_words() {
        String page = HtmlFile.text(SampleReport.with("text"));
        assertThat(page).contains("id=\"guards\"", "FAILED: text", "What a guarded update costs");
        assertThat(page).containsPattern("first; the number text</span></th>\\s*<td><span class=\"good\">text</span>");
    }

    @Test
    void no_cell_is_without_its_evidence() {
        String page = HtmlFile.text(SampleReport.with("text"));
        assertThat(Pattern.compile("<td class=\"status\"[^>]*><a[^>]* href=\"#([^\"]*)\"")
                        .matcher(page)
                        .results())
                .hasSize(SituationStatus.values().length)
                .allSatisfy(cell -> assertThat(page)
                        .containsPattern("<li id=\"" + cell.group(1) + "\">some: <span[^>]*>[^<]+</span>\\. \\S"));
    }
}
