// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.backend.MemoryUnderTest;
import dev.interlock.report.data.Report;
import dev.interlock.report.page.HtmlFile;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.page.Page;
import dev.interlock.report.run.Scope;
import dev.interlock.report.timeline.HistoryFiles;
import dev.interlock.tck.Rule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The page of fourteen stores, nineteen columns of peers, growth and contention in a real browser. */
@Tag("nightly")
final class WidePageInBrowserIT extends OpenedPage {

    private static final Set<Rule> FEW = EnumSet.of(Rule.EXP_4, Rule.PROC_2, Rule.FAULT_2);
    private static final long MIB = 1 << 20;
    private static final int COLUMNS = 19;
    private static final int QUESTIONS = 15;
    private static final String PEER_CELLS = "document.querySelectorAll('.peers a.cell')";

    @TempDir
    static Path directory;

    @BeforeAll
    static void write_the_page() throws IOException, InterruptedException {
        StringWriter out = new StringWriter();
        Main main = new Main(
                List.of(new MemoryUnderTest()), all -> new Scope(FEW, mutant -> false, any -> false, TinyBudget.VALUE));
        int exit = new CommandLine(main)
                .setOut(new PrintWriter(out))
                .execute("--stores", "memory", "--out", directory.toString());
        assertThat(exit).as(out.toString()).isZero();
        Report one = JsonFile.read(directory.resolve("report.json"));
        Path page = directory.resolve("index.html");
        HtmlFile.write(
                ManyStores.page(
                        one, HistoryFiles.timelines(directory.resolve(Report.HISTORIES), Page.historyFiles(one))),
                page);
        begin(page);
    }

    @Test
    void it_is_still_one_file_of_less_than_3_mib() throws IOException {
        assertThat(Files.size(directory.resolve("index.html"))).isLessThan(3 * MIB);
    }

    @Test
    void each_cell_of_each_store_opens_its_evidence() {
        String cells = "document.querySelectorAll('#holds ~ .scroll a.cell')";
        assertThat(number(cells + ".length")).isGreaterThan(10 * ManyStores.NAMES.size());
        requireEachOpensEvidence(cells);
    }

    @Test
    void each_cell_of_the_peers_opens_its_evidence() {
        assertThat(number(PEER_CELLS + ".length")).isEqualTo(COLUMNS * QUESTIONS);
        requireEachOpensEvidence(PEER_CELLS);
    }

    @Test
    void a_peers_evidence_has_its_timeline_and_the_command_that_shows_it_again() {
        unfold();
        browser.evaluate("document.querySelector('.peers a.cell.bad').focus()");
        browser.press("Enter");
        assertThat(text("document.querySelector('#evidence .proof').textContent"))
                .contains("BROKEN", "seen after 45 ms", "./mvnw --peer redis-3 --question QUESTION-1");
        assertThat(number("document.querySelectorAll('#evidence svg .believed').length"))
                .isPositive();
        assertThat(text("document.querySelector('#evidence svg').getAttribute('aria-label')"))
                .contains(" ms. ");
        browser.press("Escape");
        browser.evaluate("document.querySelector('.peers a.cell[title*=\"no means\"]').focus()");
        browser.press("Enter");
        assertThat(number("document.querySelectorAll('#evidence svg').length")).isZero();
    }

    /** The history of a rule that does something to the store: a failover in which two clients believe. */
    @Test
    void a_failover_has_a_timeline_with_its_fault() {
        open("#BELIEF_FAILED_OVER-redis");
        assertThat(text("document.querySelector('#evidence .names').textContent"))
                .contains("holder", "rival", "resource guarded", "faults");
        assertThat(text("document.querySelector('#evidence svg circle.fault').textContent"))
                .contains("fail over");
        assertThat(text("document.querySelector('#evidence .violations').textContent"))
                .contains("two believers for", "holder and rival");
    }

    @Test
    void the_peers_fit_the_desk_and_no_name_breaks_within_a_word() {
        unfold();
        assertThat(is("(() => { const box = document.querySelector('.peers').parentElement;"
                        + " return box.scrollWidth <= box.clientWidth })()"))
                .isTrue();
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(1400);
        assertThat(text(BROKEN_WORDS)).isEmpty();
    }

    @Test
    void no_column_is_cut_off_at_a_desk() {
        assertThat(text(CUT)).isEmpty();
        unfold();
        assertThat(text(CUT)).isEmpty();
    }

    @Test
    void the_choice_of_a_store_is_on_the_first_screen() {
        assertThat(is("document.querySelector('.choose tbody tr').getBoundingClientRect().bottom < 500"))
                .isTrue();
        assertThat(text("document.querySelector('.choose tbody td').textContent"))
                .isEqualTo("yes, with a guard");
    }

    /** As it did where the table scrolls within its box. */
    @ParameterizedTest
    @ValueSource(ints = {1280, 1400, 1500})
    void the_head_of_the_heat_map_covers_none_of_its_rows(int width) {
        browser.resize(width, 1000);
        assertThat(is("document.querySelector('#holds ~ .scroll thead').getBoundingClientRect().bottom"
                        + " <= document.querySelector('#holds ~ .scroll tbody th').getBoundingClientRect().top + 1"
                        + " && [...document.querySelectorAll('#holds ~ .scroll thead th')].every((head) =>"
                        + " head.getBoundingClientRect().bottom"
                        + " <= document.querySelector('#holds ~ .scroll tbody th').getBoundingClientRect().top + 1)"))
                .isTrue();
    }

    @Test
    void growth_is_drawn_for_each_store_on_one_scale_from_zero() {
        unfold();
        assertThat(number("document.querySelectorAll('.growth svg').length")).isEqualTo(ManyStores.NAMES.size());
        assertThat(text("document.querySelector('.growth[data-backend=postgres-sync] svg').getAttribute('aria-label')"))
                .isEqualTo("postgres-sync, ms a grant, by clients that wait: 1: 15 (14 to 16); 4: 18 (14 to 22);"
                        + " 16: 30 (14 to 46)");
        // The greatest range of all is that of the last store: 46 ms, at the top.
        assertThat(
                        text(
                                "document.querySelector('.growth[data-backend=postgres-sync] .range-area').getAttribute('points')"))
                .contains("220.0,0.0");
        assertThat(is(
                        "(() => { const of = (store) => document.querySelector(`.growth[data-backend=${store}] circle:last-of-type`)"
                                + ".getBoundingClientRect(); return of('memory').top > of('redis').top })()"))
                .isTrue();
    }

    @Test
    void a_store_that_is_left_out_is_left_out_everywhere() {
        unfold();
        browser.evaluate("document.querySelector('[name=store][value=redis]').click()");
        for (String part : List.of(".heat td", ".peers td", ".growth", "#contention-redis", "#store-redis")) {
            assertThat(number("[...document.querySelectorAll('" + part
                            + "')].filter((each) => (each.closest('[data-backend]') ?? each).dataset.backend === 'redis'"
                            + " && each.checkVisibility()).length"))
                    .as(part)
                    .isZero();
        }
        assertThat(visible(".growth[data-backend=postgres]")).isTrue();
    }

    @Test
    void search_finds_questions_to_peers() {
        search("question-7");
        assertThat(text("document.querySelector('#found').textContent")).contains("1 question");
        assertThat(visible("#question-QUESTION-7")).isTrue();
        assertThat(visible("#question-QUESTION-8")).isFalse();
    }

    @Test
    void the_keyboard_walks_from_cell_to_cell_of_the_peers() {
        unfold();
        browser.evaluate(PEER_CELLS + "[0].focus()");
        for (int i = 1; i < COLUMNS; i++) {
            browser.press("Tab");
            assertThat(is("document.activeElement === " + PEER_CELLS + "[" + i + "]"
                            + " && getComputedStyle(document.activeElement).outlineStyle !== 'none'"))
                    .as("cell " + i)
                    .isTrue();
        }
    }

    @Test
    void screen_readers_get_words_for_signs_and_pictures() {
        unfold();
        assertThat(browser.accessibleThings())
                .contains("table What holds in which situation", "table What peers hold", "link holds", "link BROKEN")
                .noneMatch(thing -> thing.matches("(link|button|checkbox|textbox|searchbox|heading|table|image) *"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void all_text_has_enough_contrast(String scheme) {
        browser.prefer(scheme);
        open("");
        browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
        assertThat(text(TOO_PALE)).isEmpty();
    }

    @Test
    void a_phone_shows_an_answer_on_its_first_screen_and_all_of_each_table_and_does_not_scroll_sideways() {
        browser.resize(390, 844);
        assertThat(is("(() => { const box = document.querySelector('.choices dd').getBoundingClientRect();"
                        + " return box.top > 0 && box.bottom < innerHeight })()"))
                .isTrue();
        unfold();
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        assertThat(text(CUT_OFF)).isEmpty();
        assertThat(visible(".peers .word")).isTrue();
        browser.evaluate(PEER_CELLS + "[0].click()");
        assertThat(number("Math.floor(document.querySelector('#evidence').getBoundingClientRect().right)"))
                .isLessThanOrEqualTo(390);
    }

    /** The cells of tables that reach beyond the screen, or whose text does. */
    private static final String CUT_OFF = """
            [...document.querySelectorAll('main td, main .growth, main .dot-row')]
              .filter((cell) => cell.checkVisibility())
              .filter((cell) => cell.getBoundingClientRect().right > innerWidth + 1 || cell.scrollWidth > cell.clientWidth + 1)
              .map((cell) => cell.closest('section').getAttribute('aria-labelledby') + ': ' + cell.textContent.trim())
              .slice(0, 5).join('; ')
            """;

    /** The headings of peers with a part that does not fit in one line: it would break, or reach into the next one. */
    private static final String BROKEN_WORDS = """
            (() => {
              const broken = [];
              for (const head of document.querySelectorAll('.peers thead tr + tr th')) {
                const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                  for (const word of walker.currentNode.data.matchAll(/\\S+/g)) {
                    const range = document.createRange();
                    range.setStart(walker.currentNode, word.index);
                    range.setEnd(walker.currentNode, word.index + word[0].length);
                    const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
                    if (lines.size > 1 || range.getBoundingClientRect().right > head.getBoundingClientRect().right + 1) broken.push(word[0]);
                  }
                }
              }
              return [...new Set(broken)].join(', ');
            })()
            """;
}
