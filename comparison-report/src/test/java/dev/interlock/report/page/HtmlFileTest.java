// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.peer.Others;
import dev.interlock.tck.Rule;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class HtmlFileTest {

    private static final String HOSTILE = "</td></style><script>alert(1)</script><img src=x onerror='a()'> \" & ${x}";

    @Test
    void any_content_of_a_record_is_text() {
        String page = HtmlFile.text(SampleReport.page(HOSTILE));
        assertThat(page).doesNotContain("<script>alert", "<img", "</td></style>");
        assertThat(page).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
        String harmless = HtmlFile.text(SampleReport.page("text"));
        assertThat(count("</style>", page)).isEqualTo(count("</style>", harmless));
        assertThat(count("</script>", page)).isEqualTo(count("</script>", harmless));
    }

    @Test
    void an_attribute_cannot_be_left() {
        String page = HtmlFile.text(SampleReport.page("x\" onmouseover=\"y"));
        assertThat(page).contains("aria-label=\"x&#34; onmouseover");
        assertThat(Pattern.compile("<[^<>]*\" onmouseover").matcher(page).results())
                .isEmpty();
    }

    @Test
    void nothing_is_loaded() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .doesNotContainIgnoringCase(
                        "http:", "https:", " src=", "url(", "@import", "<link", "fetch(", "import(");
        assertThat(page).contains("content=\"default-src 'none';");
        assertThat(Pattern.compile("href=\"(?!#|histories/)").matcher(page).results())
                .isEmpty();
    }

    @Test
    void every_rule_can_be_linked_to_and_every_family_has_its_title() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(Rule.values())
                .allSatisfy(rule -> assertThat(page)
                        .contains("id=\"" + rule.id() + "\"")
                        .containsIgnoringCase(">" + rule.familyTitle() + "</th>"));
    }

    @Test
    void every_link_leads_somewhere() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(Pattern.compile("href=\"#([^\"]*)\"").matcher(page).results())
                .isNotEmpty()
                .allSatisfy(link -> assertThat(page).contains("id=\"" + link.group(1) + "\""));
    }

    @Test
    void every_table_says_what_it_shows() {
        String page = HtmlFile.text(SampleReport.page("text"));
        int tables = page.split("<table", -1).length - 1;
        assertThat(tables).isGreaterThan(5);
        assertThat(Pattern.compile("<table[^>]*>\\s*<caption[ >]").matcher(page).results())
                .hasSize(tables);
    }

    @Test
    void the_requests_of_operations_stand_side_by_side() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page).containsPattern("(?s)<caption>" + Measurement.ROUND_TRIPS + ".*<th scope=\"row\">text</th>");
    }

    @Test
    void the_cost_of_an_operation_is_drawn_request_by_request() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .contains("aria-label=\"some: sent text; inside the server text 2.50\"")
                .contains("class=\"request sent\" style=\"width: 28.57%\" title=\"text, sent\"")
                .contains("class=\"request inside\" style=\"width: 71.43%\" title=\"text 2.50, inside the server\"");
    }

    @Test
    void failures_are_said_in_words() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .contains(
                        "ACQ-1 is broken on some",
                        "mutant text survived on some",
                        "some, text: text",
                        "none was not run: text")
                .contains("FAILED", "not exercised", "SURVIVED", "within noise", "did not catch it");
    }

    @Test
    void guarantees_are_said_in_words_with_evidence_history_and_timeline() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .contains(
                        "href=\"#HOLDS-some\">holds</a>",
                        "href=\"#NOT_EXERCISED-some\">not exercised</a>",
                        "href=\"histories/text\">history</a>",
                        "href=\"histories/text.edn\">EDN</a>",
                        "href=\"#timeline-text\">timeline</a>")
                .contains("not exercised in this run", "DENIED by this run", "not in this run");
    }

    @Test
    void a_timeline_marks_its_violation_with_its_milliseconds() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .contains("<rect class=\"violation\" x=\"20.00%\" width=\"10.00%\"")
                .contains("<rect class=\"believed\" x=\"10.00%\" width=\"80.00%\"")
                .contains("<circle class=\"refused\" cx=\"50.00%\"")
                .contains("at 20 ms</span> text")
                .contains("3 of 9 events");
    }

    @Test
    void changes_are_shown_if_there_is_a_run_to_compare_with() {
        assertThat(HtmlFile.text(SampleReport.page("text")))
                .contains("id=\"changes\"", "1 of 4 results are different", "1 were found", "2 now only");
        assertThat(HtmlFile.text(new Page(SampleReport.with("text"), Map.of(), null, Others.NONE)))
                .doesNotContain("id=\"changes\"")
                .contains("No history of this run is beside the page.");
    }

    @Test
    void a_store_has_a_card_and_a_column_of_advice() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page).contains("id=\"store-some\"", "ACQ-1 is broken or ended unexpectedly");
        assertThat(page).contains("id=\"guide\"");
    }

    @Test
    void the_choice_of_a_store_stands_before_the_cards() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page.indexOf("id=\"guide\"")).isPositive().isLessThan(page.indexOf("class=\"cards\""));
    }

    @Test
    void promises_have_words_instead_of_letters() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(Pattern.compile("<span class=\"key\">([^<]*)</span>")
                        .matcher(page)
                        .results())
                .extracting(key -> key.group(1))
                .containsExactly("at the store", "in belief", "at the resource");
        assertThat(page).contains("value=\"B\" checked> in belief</label>");
    }

    @Test
    void all_parts_but_the_overview_and_the_heat_map_are_folded_behind_a_line_that_says_what_is_in_them() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(Pattern.compile("<details class=\"part\"><summary><h2 id=\"([^\"]*)\"[^>]*>[^<]*</h2>"
                                + " <span class=\"told\">\\w[^<]*</span></summary>")
                        .matcher(page)
                        .results())
                .extracting(part -> part.group(1))
                .containsExactly(
                        "timelines",
                        "guards",
                        "peers",
                        "claims",
                        "rules",
                        "mutants",
                        "measurements",
                        "contention",
                        "capabilities",
                        "left-out",
                        "environment");
        assertThat(page)
                .contains("2 trials, 1 FAILED", "0 of 1 killed", "1 passed on each store", "on some, 1 FAILED")
                .contains("4 claims: 1 shown here, 1 shown here in part", "1 DENIED by this run");
    }

    @Test
    void a_rule_names_the_stores_on_which_it_did_not_pass() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .containsPattern("(?s)id=\"ACQ-1\".*?<td class=\"outcome\">\\s*<div><span class=\"bad\">FAILED</span>"
                        + " <span data-backend=\"some\">some</span></div>");
    }

    @Test
    void figures_are_drawn_with_their_range_on_a_scale_from_zero() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page).contains("x1=\"33.33%\" x2=\"100.00%\"", "cx=\"66.67%\"", "2 (1 to 3)");
    }

    @Test
    void results_and_cost_of_guards_are_said_in_words() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page).contains("id=\"guards\"", "FAILED: text", "What a guarded update costs");
        assertThat(page).containsPattern("first; the number text</span></th>\\s*<td><span class=\"good\">text</span>");
    }

    @Test
    void no_cell_is_without_its_evidence() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(Pattern.compile("<td class=\"status\"[^>]*><a[^>]* href=\"#([^\"]*)\"")
                        .matcher(page)
                        .results())
                .hasSize(SituationStatus.values().length + 1)
                .allSatisfy(cell -> assertThat(page)
                        .containsPattern("<article class=\"proof\" id=\"" + cell.group(1)
                                + "\"[^>]*>\\s*<h4>some: text <span[^>]*>[^<]+</span></h4>\\s*<p>\\S"));
    }

    @Test
    void a_result_of_a_peer_opens_its_evidence_with_its_command_and_timeline() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .contains("<a href=\"#peers\">Peers</a>")
                .containsPattern(peerCell("HOLDS", "✓", "holds"))
                .containsPattern(peerCell("BROKEN", "✗", "BROKEN"))
                .containsPattern(peerCell("INEXPRESSIBLE", "–", "no means"))
                .contains("Its documentation: text")
                .contains("<article class=\"proof\" id=\"peer-of-BROKEN-ASKED\"", "<code>text</code>")
                .contains("<figure class=\"timeline\" id=\"timeline-peer-of-BROKEN-ASKED\"");
        assertThat(HtmlFile.text(new Page(SampleReport.with("text"), Map.of(), null, Others.NONE)))
                .doesNotContain("#peers", "id=\"peers\"");
    }

    /** Signs are for readers who see them, words for screen readers and for phones. */
    private static String peerCell(String outcome, String sign, String word) {
        return "href=\"#peer-of-" + outcome + "-ASKED\" title=\"[^\"]*" + word
                + "\"><span class=\"sign\" aria-hidden=\"true\">" + sign + "</span><span class=\"word\">" + word
                + "</span></a>";
    }

    @Test
    void locks_that_several_may_hold_are_folded_behind_the_stores_that_have_none() {
        assertThat(HtmlFile.text(SampleReport.page("text")))
                .containsPattern(
                        "(?s)<details class=\"subject\" id=\"holds-shared\"><summary>Locks for readers and writers,"
                                + " and permits: 1 store has none: some</summary>.*href=\"#SHARED-some\">does not apply</a>.*</details>");
    }

    @Test
    void what_is_no_lock_has_a_table_of_its_own_that_is_folded_behind_its_outcomes() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .containsPattern("(?s)<details class=\"subject\"><summary>Permits: 1 BROKEN</summary>"
                        + ".*<caption class=\"hidden\">What peers hold, permits</caption>"
                        + ".*id=\"question-COUNTED\".*href=\"#peer-counts-COUNTED\".*</details>")
                .doesNotContain("#peer-counts-ASKED", "Readers and writers: ");
    }

    @Test
    void names_of_peers_break_between_their_words() {
        assertThat(PeersView.parts("Spring 6.5.5 RedisLockRegistry"))
                .containsExactly("Spring 6.5.5 Redis", "Lock", "Registry");
        assertThat(PeersView.parts("pg_advisory_lock by JDBC")).containsExactly("pg_", "advisory_", "lock by JDBC");
        assertThat(PeersView.parts("RLock")).containsExactly("RLock");
    }

    @Test
    void growth_is_a_line_with_its_range_on_scales_from_zero() {
        String page = HtmlFile.text(SampleReport.page("text"));
        // 1 and 16 of 16 on 220 pixels; 2 (1 to 3) of 3 on 96 pixels, from below.
        assertThat(page)
                .contains("<polyline class=\"grown\" points=\"13.8,32.0 220.0,32.0\">")
                .contains("<polygon class=\"range-area\" points=\"13.8,0.0 220.0,0.0 220.0,64.0 13.8,64.0\">")
                .contains("aria-label=\"some, text, by text: 1: 2 (1 to 3); 16: 2 (1 to 3)\"");
    }

    @Test
    void figures_of_contention_stand_beside_each_other_with_what_failed() {
        String page = HtmlFile.text(SampleReport.page("text"));
        assertThat(page)
                .contains("<a href=\"#contention\">Contention</a>", "id=\"contention-some\"")
                .contains(
                        "acquired and released", "one in a hundred waits longer than", "from release to grant, median")
                .contains("text: 2 holders were not alone");
        assertThat(HtmlFile.text(new Page(SampleReport.with("text"), Map.of(), null, Others.NONE)))
                .doesNotContain("#contention", "id=\"contention\"");
    }

    private static int count(String part, String page) {
        return page.split(part, -1).length - 1;
    }
}
