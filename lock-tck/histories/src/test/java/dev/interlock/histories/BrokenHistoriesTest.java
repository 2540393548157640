// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.model.Trace;
import dev.interlock.model.TraceCheck;
import dev.interlock.model.TraceCheck.Refused;
import dev.interlock.model.TraceModule;
import dev.interlock.tck.history.Action;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Histories that are broken on purpose end where the model cannot go on, and odd ones that may happen do not. */
class BrokenHistoriesTest {

    private static final long LIMIT_SECONDS = 300;

    private final List<Trace> traces = new ArrayList<>();
    private final Map<String, String> expected = new LinkedHashMap<>();

    /** One holds the lock and renews it; another one is granted it while the first releases. */
    private static Scene renewing() {
        return new Scene()
                .granted("one", 10, 12, 101)
                .believed("one", 101, 13, 990, 800)
                .renewed("one", 340, 345, 101);
    }

    private static Scene sound() {
        return renewing()
                .released("one", 801, 805)
                .granted("two", 790, 803, 102)
                .believed("two", 102, 804, 980);
    }

    /** One is killed, and another one is granted the lock before the lease is over. */
    private static Scene dead() {
        return new Scene().granted("one", 10, 12, 101).killed("one", 100).granted("two", 50, 150, 102);
    }

    @Test
    void the_model_names_the_step_that_cannot_be() throws IOException, InterruptedException {
        broken(
                "a token for the second time",
                renewing().released("one", 801, 805).granted("two", 790, 803, 101),
                "hears grant");
        broken(
                "a token that is less than one before",
                renewing().released("one", 801, 805).granted("two", 810, 812, 100),
                "hears grant");
        broken("a grant inside the belief of another", sound().granted("three", 900, 910, 103), "hears grant");
        broken(
                "a grant before the release of another was sent",
                renewing().released("one", 801, 805).granted("two", 790, 800, 102),
                "hears grant");
        broken(
                "a release that did not happen",
                renewing().released("one", 801, 805).renewed("one", 806, 808, 101),
                "hears renewed");
        broken("a release that happened twice", sound().released("one", 810, 815), "hears released");
        broken("a holder that does not own the lock", renewing().notReleased("one", 801, 805), "hears not released");
        broken("a holder that cannot renew", renewing().notRenewed("one", 600, 605), "hears not owner");
        broken(
                "a lease that counts from the answer",
                new Scene().granted("one", 10, 200, 101).believed("one", 101, 201, Scene.PROVEN),
                "believes");
        broken(
                "a lease that counts from the answer of a renewal",
                new Scene()
                        .granted("one", 10, 12, 101)
                        .renewed("one", 340, 500, 101)
                        .believed("one", 101, 501, Scene.PROVEN),
                "believes");
        broken(
                "a belief that outlives its release",
                new Scene()
                        .granted("one", 10, 12, 101)
                        .believed("one", 101, 13, 990, 30)
                        .released("one", 20, 25),
                "believes");
        broken(
                "a belief that begins after the lease",
                new Scene().granted("one", 10, 12, 101).believed("one", 101, 1_100, 50),
                "believes");
        broken("a belief without a grant", sound().believed("one", 105, 900, 50), "believes");
        broken(
                "a renewal of what another one has",
                new Scene()
                        .granted("one", 10, 12, 101)
                        .granted("two", 1_100, 1_102, 102)
                        .renewed("one", 1_200, 1_205, 101),
                "hears renewed");
        broken(
                "a release of what another one has",
                new Scene()
                        .granted("one", 10, 12, 101)
                        .granted("two", 1_100, 1_102, 102)
                        .released("one", 1_200, 1_205),
                "hears released");
        broken("renewals after the release", sound().notRenewed("one", 810, 812).notRenewed("one", 820, 822), "renews");

        assertThat(refused()).containsExactlyEntriesOf(expected);
    }

    @Test
    void what_may_happen_is_not_refused() throws IOException, InterruptedException {
        sound("one after the other", sound());
        sound(
                "a holder that does nothing more, and one that waits for its lease",
                new Scene().granted("one", 10, 12, 101).granted("two", 500, 1_012, 102));
        sound(
                "a release without an answer",
                renewing().unanswered(Action.RELEASE, "one", 801).granted("two", 802, 805, 102));
        sound(
                "a release without an answer that is asked for again",
                renewing()
                        .unanswered(Action.RELEASE, "one", 801)
                        .notReleased("one", 802, 805)
                        .granted("two", 806, 807, 102));
        sound(
                "a renewal without an answer",
                new Scene()
                        .granted("one", 10, 12, 101)
                        .unanswered(Action.RENEW, "one", 340)
                        .released("one", 1_200, 1_205));
        sound(
                "a renewal after the lease, without its answer in time",
                new Scene()
                        .granted("one", 10, 12, 101)
                        .notRenewed("one", 1_020, 9_000)
                        .granted("two", 1_015, 1_030, 102));
        sound("a renewal that was decided before the release", sound().notRenewed("one", 810, 812));
        sound(
                "an answer after the lease",
                new Scene()
                        .granted("one", 10, 2_000, 101)
                        .notReleased("one", 2_001, 2_002)
                        .granted("two", 1_500, 1_800, 102));
        sound(
                "a grant after the lease that was asked for",
                new Scene()
                        .granted("one", 10, 2_000, 101)
                        .released("one", 2_001, 2_002)
                        .granted("two", 2_001, 2_003, 102));
        sound(
                "a look at what is left that takes as long as a renewal",
                new Scene()
                        .granted("one", 10, 12, 101)
                        .renewed("one", 340, 345, 101)
                        .believed("one", 101, 330, 990));
        traces.addAll(HistoryTraces.ofConnections("a connection that ends with its process", dead().history()));
        sound(
                "an attempt whose first request has no answer",
                new Scene()
                        .unanswered(Action.ACQUIRE, "one", 1)
                        .granted("one", 10, 12, 101)
                        .believed("one", 101, 13, 380, 390)
                        .released("one", 400, 405)
                        .granted("two", 500, 505, 102));

        assertThat(refused()).isEmpty();
    }

    private void sound(String origin, Scene scene) {
        traces.addAll(HistoryTraces.of(origin, scene.history()));
    }

    /** What it is, and the step at which it is refused. */
    private void broken(String origin, Scene scene, String step) {
        expected.put(origin + " 'lock'", step);
        sound(origin, scene);
    }

    private Map<String, String> refused() throws IOException, InterruptedException {
        Path directory = Path.of("target", expected.isEmpty() ? "histories-odd" : "histories-broken");
        List<Refused> refused = new TraceCheck(TraceModule.OBSERVED, directory, LIMIT_SECONDS).refused(traces);
        return refused.stream()
                .collect(Collectors.toMap(
                        one -> one.trace().origin(),
                        one -> one.step().replaceFirst("^<<\\d+,\"([^\"]+)\".*$", "$1"),
                        (a, b) -> b,
                        LinkedHashMap::new));
    }
}
