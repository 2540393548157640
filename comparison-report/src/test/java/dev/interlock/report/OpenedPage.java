// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.testbed.browser.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A page in a real browser; whatever it complains of, and whatever it asks for but itself, is a failure. */
abstract class OpenedPage {

    static Browser browser;

    private static Path page;

    /** Before all tests of a class. */
    static void begin(Path opened) throws IOException, InterruptedException {
        browser = Browser.start();
        page = opened;
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

    static void open(String hash) {
        browser.open("about:blank");
        browser.open(page.toUri() + hash);
        assertThat(is("new Promise((done) => document.readyState === 'complete' ? done(true)"
                        + " : addEventListener('load', () => done(true)))"))
                .isTrue();
    }

    /** By the keyboard; Escape leads back to the cell. */
    static void requireOpensEvidence(String cell) {
        browser.evaluate(cell + ".focus()");
        browser.press("Enter");
        assertThat(is("document.querySelector('#evidence').open")).as(cell).isTrue();
        assertThat(text("document.querySelector('#evidence .proof h4').textContent"))
                .contains(text("(" + cell + ".querySelector('.word') ?? " + cell + ").textContent"));
        assertThat(text("document.querySelector('#evidence .proof p').textContent"))
                .isNotBlank();
        assertThat(text("location.hash.split('?')[0]")).isEqualTo(text(cell + ".hash"));
        browser.press("Escape");
        assertThat(is("document.querySelector('#evidence').open")).as(cell).isFalse();
        assertThat(is("document.activeElement === " + cell)).as(cell).isTrue();
    }

    /** By clicks, in one script: a page may have hundreds of cells, and each question to a browser takes its time. */
    static void requireEachOpensEvidence(String cells) {
        assertThat(text(EACH_OPENS.formatted(cells))).isEmpty();
    }

    static void await(String condition) {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!isAtLast(condition)) {
            assertThat(System.nanoTime()).as(condition).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    /** False as well where the question came while the page was replaced. */
    static boolean isAtLast(String condition) {
        try {
            return is(condition);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Opens whatever is folded. */
    static void unfold() {
        browser.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true })");
    }

    static void search(String words) {
        browser.evaluate("(() => { const box = document.querySelector('#search'); box.value = '" + words
                + "'; box.dispatchEvent(new Event('input')) })()");
    }

    static boolean visible(String selector) {
        return is("document.querySelector('" + selector + "').checkVisibility()");
    }

    static boolean is(String expression) {
        return Boolean.parseBoolean(text(expression));
    }

    static int number(String expression) {
        return Integer.parseInt(text(expression));
    }

    static String text(String expression) {
        return browser.evaluate(expression);
    }

    /** The boxes that hide a part of what they hold at their right, other than pictures that can be zoomed. */
    static final String CUT = """
            [...document.querySelectorAll('main .scroll')]
              .filter((box) => box.checkVisibility() && !box.closest('.lanes'))
              .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.getBoundingClientRect().right > innerWidth
                || box.firstElementChild.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
              .map((box) => box.getAttribute('aria-label') + ' ' + box.scrollWidth + ' > ' + box.clientWidth)
              .join('; ')
            """;

    /** The cells whose evidence is not theirs, or does not open. */
    private static final String EACH_OPENS = """
            (() => {
              const wrong = [];
              const dialog = document.querySelector('#evidence');
              for (const cell of %s) {
                cell.click();
                const title = dialog.querySelector('.proof h4')?.textContent ?? '';
                const proof = dialog.querySelector('.proof p')?.textContent ?? '';
                const word = (cell.querySelector('.word') ?? cell).textContent.trim();
                if (!dialog.open || !title.includes(word) || !proof.trim() || location.hash.split('?')[0] !== cell.hash) wrong.push(cell.hash);
                dialog.close();
              }
              return wrong.join(' ');
            })()
            """;

    /** The texts with a contrast below 4.5 to 1, which WCAG asks for at level AA. */
    static final String TOO_PALE = """
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
