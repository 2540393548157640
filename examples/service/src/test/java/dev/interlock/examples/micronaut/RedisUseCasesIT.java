// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.examples.micronaut.Answer.Outcome;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The use cases on locks in Redis, and the page that shows them, in a real browser. */
final class RedisUseCasesIT extends UseCasesUnderFaults {

    RedisUseCasesIT() {
        super("redis");
    }

    /** Sends a request to the second instance, which stops between reading and writing until its gate is opened. */
    private CompletableFuture<List<Answer>> gated(String counter, String request) {
        CompletableFuture<List<Answer>> held = callers.sending(
                List.of(new Call("/counters/" + counter, request)), fleet.both().subList(1, 2), answer -> {});
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(gate.resolve(request + ".reached")));
        return held;
    }

    private static void assertDone(CompletableFuture<List<Answer>> answers) throws Exception {
        assertThat(answers.get(60, TimeUnit.SECONDS))
                .extracting(Answer::outcome)
                .containsOnly(Outcome.DONE);
    }

    @Test
    void the_page_shows_holder_token_waiters_and_counter() throws Exception {
        try (LivePage page = LivePage.open(fleet)) {
            CompletableFuture<List<Answer>> held = gated("page", "gated-page");
            String token = Long.toString(tables.claimed("counter-page"));
            CompletableFuture<List<Answer>> waiting = callers.sending(
                    calls(5, "/counters/page", "page"), fleet.both().subList(0, 1), answer -> {});
            page.awaitRow("locks", "counter-page|two|" + token + "|one: 5");
            page.awaitThing("#timeline .waited");
            page.assertReadable();
            assertThat(page.browser().accessibleThings())
                    .contains("heading Interlock example", "table Locks held or waited for", "table Counters")
                    .contains("columnheader Fencing token", "rowheader counter-page", "button Pause updates")
                    .contains("button Pause instance two", "button Kill instance two", "log What happened")
                    .anyMatch(thing -> thing.matches("image Timeline of counter-page.* two: held 1 times.*"));
            assertThat(page.browser().evaluate("document.documentElement.lang")).isEqualTo("en");
            Files.createFile(gate.resolve("gated-page.open"));
            assertDone(held);
            assertDone(waiting);
            page.click("[data-send=count]");
            page.awaitText("#sent", "Count 20 times: 20 done");
            String latest = tables.lines("SELECT MAX(fencing_token) FROM counter_step WHERE name = 'page'")
                    .get(0);
            page.awaitRow("counters", "page|26|26|" + latest);
            page.assertClean();
        }
    }

    @Test
    void the_page_pauses_a_holder_whose_late_write_is_refused_and_kills_and_starts_an_instance() throws Exception {
        try (LivePage page = LivePage.open(fleet)) {
            CompletableFuture<List<Answer>> late = gated("shown", "gated-shown");
            String token = Long.toString(tables.claimed("counter-shown"));
            page.choose("counter-shown");
            String before = page.text("[data-instance=two] .refused-count");
            page.order("two", "pause");
            page.awaitState("two", "paused");
            assertDone(callers.sending(
                    calls(1, "/counters/shown", "shown"), fleet.both().subList(0, 1), answer -> {}));
            String next = Long.toString(tables.claimed("counter-shown"));
            Files.createFile(gate.resolve("gated-shown.open"));
            page.order("two", "resume");
            assertThat(late.get(60, TimeUnit.SECONDS).get(0).text()).contains("StaleTokenException");
            page.awaitThing("#timeline .paused");
            page.awaitThing("#timeline .refused");
            page.awaitText("#story", "two tried to write counter-shown with token " + token + ": refused");
            page.awaitText("#story", "one was granted counter-shown, with the higher token " + next);
            page.awaitText("[data-instance=two] .refused-count", Integer.toString(Integer.parseInt(before) + 1));
            assertThat(Long.parseLong(next)).isGreaterThan(Long.parseLong(token));

            long former = fleet.both().get(1).pid();
            page.order("two", "kill");
            page.awaitState("two", "killed");
            assertThat(ProcessHandle.of(former)).isEmpty();
            page.order("two", "start");
            page.awaitState("two", "running");
            assertThat(fleet.both().get(1).pid()).isNotEqualTo(former);
            page.awaitThing("#timeline .killed");
            page.awaitText("#story", "two serves again");
            page.assertReadable();
            page.assertClean();
        } finally {
            restore(fleet.both().get(1));
        }
    }

    /** For the tests after this one, whatever its result. */
    private static void restore(Instance instance) {
        if (!instance.isAlive()) {
            instance.startAgain();
        }
        instance.thaw();
        instance.awaitReady();
    }

    @Test
    void only_the_page_can_stop_an_instance() throws Exception {
        Instance two = fleet.both().get(1);
        URI kill = URI.create(fleet.controls().uri() + "/processes/two/kill");
        assertThat(post(kill, "http://127.0.0.1:1")).isEqualTo(403);
        assertThat(post(kill, fleet.controls().uri())).isEqualTo(403);
        assertThat(post(URI.create(fleet.controls().uri() + "/processes/" + two.pid() + "/kill"), two.uri()))
                .isEqualTo(404);
        assertThat(post(URI.create(two.uri() + "/processes/two/kill"), two.uri()))
                .isEqualTo(404);
        assertThat(two.isAlive()).isTrue();
    }

    private static int post(URI uri, String origin) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Origin", origin)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
