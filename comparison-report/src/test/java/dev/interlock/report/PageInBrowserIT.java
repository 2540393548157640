// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.backend.MemoryUnderTest;
import dev.interlock.report.data.Report;
import dev.interlock.report.page.HtmlFile;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.page.Page;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.browser.Browser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The page of a real run in a real browser. */
final class PageInBrowserIT {

    private static final Set<Rule> FEW = EnumSet.of(Rule.ACQ_1, Rule.EXP_4, Rule.PROC_2, Rule.TOK_4);
    private static final long MIB = 1 << 20;

    @TempDir
    static Path directory;

    private static Browser browser;

    @BeforeAll
    static void run_and_start() throws IOException, InterruptedException {
        browser = Browser.start();
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

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() {
        browser.resize(1400, 1000);
        browser.prefer("light");
        open("");
    }

    @AfterEach
    void nothing_was_complained_of() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests())
                .isNotEmpty()
                .allMatch(uri -> uri.startsWith("file:") && uri.contains("index.html"));
    }

    private static void open(String hash) {
        browser.open("about:blank");
        browser.open(directory.resolve("index.html").toUri() + hash);
        assertThat(is("new Promise((done) => document.readyState === 'complete' ? done(true)"
                        + " : addEventListener('load', () => done(true)))"))
                .isTrue();
    }

    @Test
    void it_is_one_small_file() throws IOException {
        assertThat(Files.size(directory.resolve("index.html"))).isLessThan(3 * MIB);
    }

    @Test
    void each_cell_of_the_heat_map_opens_its_evidence_and_escape_leads_back() {
        int cells = number("document.querySelectorAll('.heat a.cell').length");
        assertThat(cells).isGreaterThan(10);
        for (int i = 0; i < cells; i++) {
            String cell = "document.querySelectorAll('.heat a.cell')[" + i + "]";
            browser.evaluate(cell + ".focus()");
            browser.press("Enter");
            assertThat(is("document.querySelector('#evidence').open")).as(cell).isTrue();
            assertThat(text("document.querySelector('#evidence .proof h4').textContent"))
                    .contains(text(cell + ".textContent"));
            assertThat(text("document.querySelector('#evidence .proof p').textContent"))
                    .isNotBlank();
            assertThat(text("location.hash")).isEqualTo(text(cell + ".hash"));
            browser.press("Escape");
            assertThat(is("document.querySelector('#evidence').open")).as(cell).isFalse();
            assertThat(is("document.activeElement === " + cell)).as(cell).isTrue();
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
    void what_was_left_out_is_one_click_away_with_the_command_that_runs_it() {
        assertThat(text("document.querySelector('.cut').textContent"))
                .contains("Not all was run", "rules", "mutants", "--full --stores memory");
        browser.evaluate("document.querySelector('.cut a').click()");
        assertThat(text("location.hash")).isEqualTo("#left-out");
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
        HtmlFile.write(new Page(begun, Map.of(), null, null), page);
        browser.open(page.toUri().toString());
        await("document.querySelector('.unfinished')?.textContent.includes('This run is not over')");
        await("(document.querySelector('#search').focus(), document.activeElement.id === 'search')");
        HtmlFile.write(new Page(done, Map.of(), null, null), page);
        browser.evaluate("new Promise((done) => setTimeout(() => done(true), 6000))");
        assertThat(visible(".unfinished")).as("who types is left alone").isTrue();
        browser.evaluate("document.activeElement.blur()");
        await("document.readyState === 'complete' && !document.querySelector('.unfinished')");
    }

    private static void await(String condition) {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!isAtLast(condition)) {
            assertThat(System.nanoTime()).as(condition).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    /** False as well where the question came while the page was replaced. */
    private static boolean isAtLast(String condition) {
        try {
            return is(condition);
        } catch (IllegalStateException e) {
            return false;
        }
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
        assertThat(visible("#ACQ-1")).isTrue();
        search("no such thing");
        assertThat(text("document.querySelector('#found').textContent")).isEqualTo("nothing found");
        search("");
        assertThat(visible("#ACQ-1")).isTrue();
        assertThat(text("document.querySelector('#found').textContent")).isEmpty();
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
                .contains("To the content", "What holds", "search", "Stores", "theme", "B: the holder is stopped");
    }

    @Test
    void screen_readers_are_told_what_is_what() {
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
    void whatever_is_written_can_be_read(String scheme) {
        browser.prefer(scheme);
        open("");
        assertThat(text("document.querySelector('#theme').getAttribute('aria-pressed')"))
                .isEqualTo(String.valueOf(scheme.equals("dark")));
        browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
        assertThat(text(TOO_PALE)).isEmpty();
        browser.evaluate("document.querySelector('#theme').click()");
        assertThat(text(TOO_PALE)).as("the other, by the button").isEmpty();
    }

    @Test
    void a_phone_shows_all_of_each_table() {
        browser.resize(390, 844);
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        assertThat(text("[...document.querySelectorAll('main td')].filter((cell) => cell.checkVisibility())"
                        + ".filter((cell) => cell.getBoundingClientRect().right > innerWidth)"
                        + ".map((cell) => cell.closest('section').getAttribute('aria-labelledby') + ': ' + cell.textContent)"
                        + ".join('; ')"))
                .isEmpty();
    }

    private static void search(String words) {
        browser.evaluate("(() => { const box = document.querySelector('#search'); box.value = '" + words
                + "'; box.dispatchEvent(new Event('input')) })()");
    }

    private static boolean visible(String selector) {
        return is("document.querySelector('" + selector + "').checkVisibility()");
    }

    private static boolean is(String expression) {
        return Boolean.parseBoolean(text(expression));
    }

    private static int number(String expression) {
        return Integer.parseInt(text(expression));
    }

    private static String text(String expression) {
        return browser.evaluate(expression);
    }

    /** The texts with a contrast below 4.5 to 1, which WCAG asks for at level AA. */
    private static final String TOO_PALE = """
            (() => {
              const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
              const rgba = (colour) => {
                canvas.clearRect(0, 0, 1, 1);
                canvas.fillStyle = colour;
                canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data];
              };
              const light = (rgb) => rgb.slice(0, 3)
                .map((c) => c / 255)
                .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
                .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
              const ground = (element) => {
                for (let each = element; each; each = each.parentElement) {
                  const colour = rgba(getComputedStyle(each).backgroundColor);
                  if (colour[3] === 255) return colour;
                }
                return [255, 255, 255];
              };
              const pale = new Set();
              const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const element = walker.currentNode.parentElement;
                if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest('script, style, .hidden')) continue;
                const style = getComputedStyle(element);
                const [a, b] = [light(rgba(element.closest('svg') ? style.fill : style.color)), light(ground(element))];
                const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                if (contrast < 4.5) pale.add(element.className + ' ' + element.tagName + ' ' + contrast.toFixed(1) + ': ' + walker.currentNode.data.trim().slice(0, 40));
              }
              return [...pale].join('; ');
            })()
            """;
}
