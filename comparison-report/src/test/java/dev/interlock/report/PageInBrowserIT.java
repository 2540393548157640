// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.backend.MemoryUnderTest;
import dev.interlock.report.data.Report;
import dev.interlock.report.page.HtmlFile;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.page.Page;
import dev.interlock.report.peer.Others;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The page of a real run in a real browser. */
final class PageInBrowserIT extends OpenedPage {

    private static final Set<Rule> FEW = EnumSet.of(Rule.ACQ_1, Rule.EXP_4, Rule.PROC_2, Rule.TOK_4);
    private static final long MIB = 1 << 20;

    @TempDir
    static Path directory;

    @BeforeAll
    static void run_and_start() throws IOException, InterruptedException {
        begin(directory.resolve("index.html"));
        StringWriter out = new StringWriter();
        Main main = new Main(
                List.of(new MemoryUnderTest()),
                all -> new Scope(
                        FEW, mutant -> mutant.killedBy().equals(Set.of(Rule.ACQ_1)), any -> true, TinyBudget.VALUE));
        int exit = new CommandLine(main)
                .setOut(new PrintWriter(out))
                .execute("--stores", "memory", "--out", directory.toString());
        assertThat(exit).as(out.toString()).isZero();
    }

    @Test
    void it_is_one_small_file() throws IOException {
        assertThat(Files.size(directory.resolve("index.html"))).isLessThan(3 * MIB);
    }

    @Test
    void each_cell_of_the_heat_map_opens_its_evidence_and_escape_leads_back() {
        unfold();
        int cells = number("document.querySelectorAll('.heat a.cell').length");
        assertThat(cells).isGreaterThan(10);
        for (int i = 0; i < cells; i++) {
            requireOpensEvidence("document.querySelectorAll('.heat a.cell')[" + i + "]");
        }
    }

    @Test
    void a_link_to_evidence_opens_it_with_a_timeline_whose_violation_is_marked() {
        open("#BELIEF_HOLDER_STOPPED-memory");
        assertThat(is("document.querySelector('#evidence').open")).isTrue();
        assertThat(number("document.querySelectorAll('#evidence svg .stopped').length"))
                .isPositive();
        assertThat(number("document.querySelectorAll('#evidence svg rect.violation').length"))
                .isPositive();
        assertThat(text("document.querySelector('#evidence .violations').textContent"))
                .contains("two believers for", "unguarded let in a write");
        assertThat(number("document.querySelectorAll('#evidence svg .refused').length"))
                .isEqualTo(1);
        browser.evaluate("document.querySelector('#evidence [data-zoom=\"2\"]').click()");
        assertThat(is("(() => { const svg = document.querySelector('#evidence svg');"
                        + " return svg.clientWidth > svg.parentElement.clientWidth })()"))
                .isTrue();
    }

    @Test
    void parts_left_out_are_one_click_away_with_the_command_that_runs_them() {
        assertThat(text("document.querySelector('.cut').textContent"))
                .contains("Not all was run", "rules", "mutants", "--full --stores memory");
        browser.evaluate("document.querySelector('.cut a').click()");
        assertThat(text("location.hash.split('?')[0]")).isEqualTo("#left-out");
        assertThat(text("document.querySelector('.left tbody').textContent")).contains("memory", "PROC-1");
        assertThat(text("document.querySelector('#SERVER_DISTURBED a.cell').textContent"))
                .isEqualTo("not run");
    }

    @Test
    void a_page_of_a_run_that_goes_on_says_so_and_comes_anew_by_itself() throws IOException {
        Report done = JsonFile.read(directory.resolve("report.json"));
        Report begun = new Report(
                false,
                done.full(),
                done.rest(),
                done.seconds(),
                done.environment(),
                done.rules(),
                done.backends(),
                done.conclusions(),
                done.guards());
        Path page = directory.resolve("begun-index.html");
        HtmlFile.write(new Page(begun, Map.of(), null, Others.NONE), page);
        browser.open(page.toUri().toString());
        await("document.querySelector('.unfinished')?.textContent.includes('This run is not over')");
        await("(document.querySelector('#search').focus(), document.activeElement.id === 'search')");
        HtmlFile.write(new Page(done, Map.of(), null, Others.NONE), page);
        browser.evaluate("new Promise((done) => setTimeout(() => done(true), 6000))");
        assertThat(visible(".unfinished"))
                .as("a reader who types is not disturbed")
                .isTrue();
        browser.evaluate("document.activeElement.blur()");
        await("document.readyState === 'complete' && !document.querySelector('.unfinished')");
    }

    @Test
    void a_search_unfolds_the_table_that_has_what_it_finds() {
        assertThat(visible("#SHARED_PERMITS")).isFalse();
        search("clients disagree about their number");
        assertThat(visible("#SHARED_LIMIT")).isTrue();
        assertThat(visible("#SHARED_PERMITS")).isFalse();
    }

    @Test
    void search_leaves_what_fits_and_the_address_keeps_it() {
        search("proc-2");
        assertThat(text("document.querySelector('#found').textContent")).contains("1 rule", "1 timeline", "situations");
        assertThat(visible("#PROC-2")).isTrue();
        assertThat(visible("#ACQ-1")).isFalse();
        assertThat(visible("#EFFECT_DATA_LOST")).isFalse();
        String hash = text("location.hash");
        open(hash);
        assertThat(visible("#ACQ-1")).isFalse();
        assertThat(visible("#summary")).as("what has nothing to find").isFalse();
        browser.evaluate("document.querySelector('.bar nav a[href=\"#summary\"]').click()");
        assertThat(visible("#summary"))
                .as("a link to what the search hides ends the search")
                .isTrue();
        assertThat(is("document.querySelector('#ACQ-1').closest('[hidden]') === null"))
                .isTrue();
        assertThat(text("document.querySelector('#found').textContent")).isEmpty();
    }

    @Test
    void an_empty_result_offers_a_way_back() {
        browser.evaluate("document.querySelector('[name=level][value=B]').click()");
        search("no such thing");
        assertThat(text("document.querySelector('#found').textContent")).isEqualTo("nothing found");
        assertThat(text("document.querySelector('#nothing').innerText")).contains("no such thing");
        browser.evaluate("document.querySelector('#nothing button').focus()");
        browser.press("Enter");
        assertThat(visible("#nothing")).isFalse();
        assertThat(visible("#summary")).isTrue();
        assertThat(visible("#BELIEF_HOLDER_STOPPED")).isTrue();
        assertThat(text("document.querySelector('#search').value + document.querySelector('#found').textContent"))
                .isEmpty();
        assertThat(text("document.activeElement.id")).isEqualTo("search");
    }

    @ParameterizedTest
    @CsvSource({
        "GC pause,BELIEF_HOLDER_STOPPED",
        "failover,SERVER_FAILED_OVER",
        "Fail-over,SERVER_FAILED_OVER",
        "split brain,BELIEF_HOLDER_STOPPED",
        "clock skew,SERVER_CLOCK_JUMPED",
        "semaphore,SHARED_PERMITS"
    })
    void search_knows_the_words_of_its_readers(String words, String found) {
        search(words);
        assertThat(visible("#" + found)).isTrue();
        assertThat(visible("#SHARED_LATE")).isFalse();
    }

    @Test
    void parts_are_folded_until_a_link_a_search_or_the_printer_opens_them() {
        String open = "document.querySelectorAll('.part[open]').length";
        assertThat(number(open)).isZero();
        assertThat(visible("#PROC-2")).isFalse();
        browser.evaluate("document.querySelector('.bar nav a[href=\"#rules\"]').click()");
        assertThat(visible("#PROC-2")).isTrue();
        await("location.hash === '#rules?open=rules'");
        open("#rules?open=rules");
        assertThat(visible("#PROC-2")).as("by its address").isTrue();
        search("tok-4");
        assertThat(visible("#TOK-4")).isTrue();
        search("");
        assertThat(number(open)).as("as it was before the search").isEqualTo(1);
        open("#ACQ-1");
        assertThat(visible("#ACQ-1")).as("a link to what is folded").isTrue();
        open("");
        browser.evaluate("dispatchEvent(new Event('beforeprint'))");
        assertThat(number("document.querySelectorAll('main details:not([open])').length"))
                .isZero();
        browser.evaluate("dispatchEvent(new Event('afterprint'))");
        assertThat(number(open)).isZero();
    }

    @Test
    void a_search_opens_the_detail_that_has_the_words() {
        String reason = "document.querySelector('#PROC-2 details')";
        search("proc-2");
        assertThat(is(reason + ".open")).as("its id is seen without").isFalse();
        String words = text(reason + ".textContent.trim().split(/\\s+/).slice(-4).join(' ')");
        search(words.replace("'", ""));
        assertThat(is(reason + ".open")).as(words).isTrue();
    }

    @Test
    void after_escape_the_focus_is_on_the_cell_although_a_link_from_outside_opened_the_evidence() {
        open("#EFFECT_UNGUARDED-memory");
        assertThat(is("document.querySelector('#evidence').open")).isTrue();
        browser.press("Escape");
        await("document.activeElement.matches('a.cell[href=\"#EFFECT_UNGUARDED-memory\"]')");
        assertThat(text("location.hash")).as("a reload does not open it again").isEmpty();
    }

    @Test
    void after_escape_the_menu_is_closed_and_has_the_focus() {
        browser.evaluate("document.querySelector('.menu summary').click()");
        browser.evaluate("document.querySelector('[name=store]').focus()");
        browser.press("Escape");
        assertThat(is("document.querySelector('.menu').open")).isFalse();
        assertThat(text("document.activeElement.textContent")).isEqualTo("Show");
    }

    @Test
    void stores_and_levels_can_be_left_out() {
        browser.evaluate("document.querySelector('[name=level][value=B]').click()");
        assertThat(visible("#BELIEF_HOLDER_STOPPED")).isFalse();
        assertThat(visible("#EFFECT_UNGUARDED")).isTrue();
        browser.evaluate("document.querySelector('[name=store][value=memory]').click()");
        assertThat(visible(".card")).isFalse();
        open(text("location.hash"));
        assertThat(visible(".card")).isFalse();
        assertThat(visible("#BELIEF_HOLDER_STOPPED")).isFalse();
    }

    @Test
    void the_keyboard_reaches_everything_above_and_one_sees_where_one_is() {
        browser.press("/");
        assertThat(text("document.activeElement.id")).isEqualTo("search");
        browser.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
        open("");
        StringBuilder walk = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            browser.press("Tab");
            walk.append(text("(document.activeElement.id || document.activeElement.textContent).trim()"))
                    .append('\n');
            assertThat(
                            is(
                                    "(() => { const it = document.activeElement; const box = it.getBoundingClientRect();"
                                            + " return box.width > 0 && box.height > 0 && getComputedStyle(it).outlineStyle !== 'none' })()"))
                    .as(walk.toString())
                    .isTrue();
        }
        assertThat(walk)
                .contains(
                        "To the content", "What holds", "search", "Show", "theme", "in belief: the holder is stopped");
    }

    @Test
    void screen_readers_get_names_for_all_parts() {
        assertThat(browser.accessibleThings())
                .contains(
                        "heading What holds",
                        "navigation Sections",
                        "search Search and filter",
                        "table What holds in which situation",
                        "article memory memory of this JVM")
                .noneMatch(thing -> thing.matches("(link|button|checkbox|textbox|searchbox|heading|table|image) *"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void all_text_has_enough_contrast(String scheme) {
        browser.prefer(scheme);
        open("");
        assertThat(text("document.querySelector('#theme').textContent"))
                .as("what the button does")
                .isEqualTo(scheme.equals("dark") ? "Light theme" : "Dark theme");
        browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
        assertThat(text(TOO_PALE)).isEmpty();
        browser.evaluate("document.querySelector('#theme').click()");
        assertThat(text(TOO_PALE)).as("the other, by the button").isEmpty();
    }

    @Test
    void a_phone_shows_a_verdict_on_its_first_screen_and_all_of_each_table() {
        browser.resize(390, 844);
        assertThat(is("(() => { const box = document.querySelector('.findings summary').getBoundingClientRect();"
                        + " return box.top > 0 && box.bottom < 422 })()"))
                .isTrue();
        unfold();
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        assertThat(text("[...document.querySelectorAll('main td')].filter((cell) => cell.checkVisibility())"
                        + ".filter((cell) => cell.getBoundingClientRect().right > innerWidth)"
                        + ".map((cell) => cell.closest('section').getAttribute('aria-labelledby') + ': ' + cell.textContent)"
                        + ".join('; ')"))
                .isEmpty();
    }
}
