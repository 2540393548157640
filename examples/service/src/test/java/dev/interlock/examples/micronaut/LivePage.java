// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.testbed.browser.Browser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The page of an instance in a real browser, with the checks of every such page.
 *
 * @param browser the browser that shows it
 * @param fleet the instances
 */
record LivePage(Browser browser, Fleet fleet) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String ROWS = "[...document.querySelectorAll('#%s tbody tr')]"
            + ".map(row => [...row.cells].map(cell => cell.textContent).join('|')).join('\\n')";

    /** The least contrast of any text to its background, by WCAG, between 1 and 21. */
    private static final String CONTRAST = """
            (() => {
              const light = color => color.match(/\\d+/g).slice(0, 3).map(Number).map(v => v / 255)
                .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const behind = element => {
                const color = getComputedStyle(element).backgroundColor;
                return color === 'rgba(0, 0, 0, 0)' ? behind(element.parentElement) : color;
              };
              const contrasts = [...document.body.querySelectorAll('*')]
                .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
                .filter(each => each.tagName !== 'title' && !each.matches('.token'))
                .map(each => {
                  const style = getComputedStyle(each);
                  const color = each.tagName === 'text' ? style.fill : style.color;
                  const [a, b] = [light(color), light(behind(each))].sort((x, y) => y - x);
                  return (a + 0.05) / (b + 0.05);
                });
              return contrasts.length > 40 ? Math.min(...contrasts) : 0;
            })()""";

    /** Words that are broken over two lines, except at a hyphen. */
    private static final String BROKEN_WORDS = """
            (() => {
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              const broken = [];
              while (texts.nextNode()) {
                for (const word of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
                  const range = document.createRange();
                  range.setStart(texts.currentNode, word.index);
                  range.setEnd(texts.currentNode, word.index + word[0].length);
                  if (new Set([...range.getClientRects()].map(line => line.top)).size > 1) {
                    broken.push(word[0]);
                  }
                }
              }
              return broken.join(' ');
            })()""";

    static LivePage open(Fleet fleet) throws Exception {
        Browser browser = Browser.start();
        browser.open(fleet.both().get(0).uri() + "/");
        return new LivePage(browser, fleet);
    }

    String text(String selector) {
        return browser.evaluate("document.querySelector('" + selector + "')?.textContent");
    }

    void awaitText(String selector, String expected) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(text(selector)).contains(expected));
    }

    /** Waits until the page has such an element. */
    void awaitThing(String selector) {
        await().atMost(PATIENCE)
                .until(() -> browser.evaluate("document.querySelectorAll('" + selector + "').length > 0")
                        .equals("true"));
    }

    void click(String selector) {
        awaitThing(selector);
        browser.evaluate("document.querySelector('" + selector + "').click()");
    }

    /** Sends an order for an instance by its button, with the keyboard. */
    void order(String instance, String order) {
        String button = "[data-instance=" + instance + "] [data-order=" + order + "]";
        awaitThing(button);
        browser.evaluate("document.querySelector('" + button + "').focus()");
        browser.press("Enter");
    }

    void awaitState(String instance, String state) {
        awaitThing("[data-instance=" + instance + "][data-state=" + state + "]");
    }

    /** Shows one lock on the timeline. */
    void choose(String lock) {
        await().atMost(PATIENCE)
                .until(() -> browser.evaluate("[...lock.options].some(each => each.value === '" + lock + "')")
                        .equals("true"));
        browser.evaluate("lock.value = '" + lock + "'; lock.dispatchEvent(new Event('change'))");
    }

    void awaitRow(String table, String row) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(browser.evaluate(ROWS.formatted(table)).split("\n", -1))
                                .contains(row));
    }

    /** Checks light and dark, on a desktop and on a phone. */
    void assertReadable() throws Exception {
        for (int width : List.of(1200, 390)) {
            browser.resize(width, 1400);
            for (String scheme : List.of("light", "dark")) {
                browser.prefer(scheme);
                assertThat(Double.parseDouble(browser.evaluate(CONTRAST)))
                        .as(scheme)
                        .isGreaterThanOrEqualTo(4.5);
                browser.screenshot(Path.of("target", "page-" + scheme + "-" + width + ".png"));
            }
            assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .as("no sideways scroll at %s", width)
                    .isEqualTo("true");
            assertThat(browser.evaluate(BROKEN_WORDS))
                    .as("broken words at %s", width)
                    .isEmpty();
        }
    }

    /** The page logged no errors, and sent requests only to the instances and to the program that started them. */
    void assertClean() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).isNotEmpty().allMatch(this::isOurs);
    }

    private boolean isOurs(String uri) {
        return uri.startsWith("data:")
                || uri.startsWith(fleet.controls().uri() + "/")
                || fleet.both().stream().anyMatch(each -> uri.startsWith(each.uri() + "/"));
    }

    @Override
    public void close() {
        browser.close();
    }
}
