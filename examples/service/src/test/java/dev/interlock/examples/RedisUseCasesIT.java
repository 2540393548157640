// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.examples.Answer.Outcome;
import dev.interlock.testbed.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The use cases on locks in Redis, and the page that shows them, in a real browser. */
final class RedisUseCasesIT extends UseCasesUnderFaults {

    private static final String ROWS = "[...document.querySelectorAll('#%s tbody tr')]"
            + ".map(row => [...row.cells].map(cell => cell.textContent).join('|')).join('\\n')";

    /** Of WCAG, between 1 and 21. */
    private static final String CONTRAST = """
            (() => {
              const light = color => color.match(/\\d+/g).slice(0, 3).map(Number).map(v => v / 255)
                .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const style = getComputedStyle(document.body);
              const [a, b] = [light(style.color), light(style.backgroundColor)].sort((x, y) => y - x);
              return Math.floor((a + 0.05) / (b + 0.05));
            })()""";

    RedisUseCasesIT() {
        super("redis");
    }

    @Test
    void the_page_shows_holder_token_waiters_and_counter() throws Exception {
        Call gated = new Call("/counters/page", "gated-page");
        try (Browser browser = Browser.start()) {
            browser.open(fleet.both().get(0).uri() + "/");
            CompletableFuture<List<Answer>> held =
                    callers.sending(List.of(gated), fleet.both().subList(1, 2), answer -> {});
            await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(gate.resolve("gated-page.reached")));
            String token = Long.toString(tables.claimed("counter-page"));
            CompletableFuture<List<Answer>> waiting = callers.sending(
                    calls(5, "/counters/page", "page"), fleet.both().subList(0, 1), answer -> {});
            awaitRow(browser, "locks", "counter-page|two|" + token + "|one: 5");
            assertReadable(browser);
            Files.createFile(gate.resolve("gated-page.open"));
            assertThat(held.get(60, TimeUnit.SECONDS))
                    .extracting(Answer::outcome)
                    .containsOnly(Outcome.DONE);
            assertThat(waiting.get(60, TimeUnit.SECONDS))
                    .extracting(Answer::outcome)
                    .containsOnly(Outcome.DONE);
            assertThat(browser.evaluate("document.querySelector('[data-send=count]').click()"))
                    .isEmpty();
            await().atMost(Duration.ofSeconds(60))
                    .until(
                            () -> browser.evaluate("document.querySelector('#sent').textContent"),
                            sent -> sent.equals("Count 100 times: 100 done"));
            String latest = tables.lines("SELECT MAX(fencing_token) FROM counter_step WHERE name = 'page'")
                    .get(0);
            awaitRow(browser, "counters", "page|106|106|" + latest);
            assertThat(browser.complaints()).isEmpty();
        }
    }

    private static void awaitRow(Browser browser, String table, String row) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(browser.evaluate(ROWS.formatted(table)).split("\n", -1))
                                .contains(row));
    }

    private static void assertReadable(Browser browser) throws Exception {
        for (String scheme : List.of("light", "dark")) {
            browser.prefer(scheme);
            assertThat(Integer.parseInt(browser.evaluate(CONTRAST))).as(scheme).isGreaterThanOrEqualTo(7);
            browser.screenshot(Path.of("target", "page-" + scheme + ".png"));
        }
        assertThat(browser.accessibleThings())
                .contains("heading Interlock example", "table Locks held or waited for", "table Counters")
                .contains("columnheader Fencing token", "rowheader counter-page", "button Pause updates");
        assertThat(browser.evaluate("document.querySelector('#pause').focus()")).isEmpty();
        assertThat(browser.evaluate("document.activeElement.id")).isEqualTo("pause");
        assertThat(browser.evaluate("document.documentElement.lang")).isEqualTo("en");
    }
}
