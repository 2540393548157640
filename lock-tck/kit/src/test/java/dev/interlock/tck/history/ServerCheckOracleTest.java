// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The server check against a search that tries everything out. A run starts at seed {@value #FIRST}, or at the one
 * in the property {@value #SEED}; a difference prints the seed of its history, which as that property makes it the
 * first one.
 */
@Tag("nightly")
class ServerCheckOracleTest {

    static final String SEED = "interlock.history.seed";

    static final long FIRST = 20_261_121;

    /** Each build takes a part of them. */
    private static final int HISTORIES = Integer.getInteger("interlock.history.count", 50_000);

    @Test
    void agrees_with_trying_everything_out_on_random_histories() {
        long first = Long.getLong(SEED, FIRST);
        int exact = 0;
        int exactIllegal = 0;
        int illegal = 0;
        int missed = 0;
        TreeMap<Conflict.Kind, Integer> kinds = new TreeMap<>();
        Set<String> features = new HashSet<>();
        for (long seed = first; seed < first + HISTORIES; seed++) {
            RandomHistory random = new RandomHistory(seed);
            History history = random.history();
            boolean possible = new StoreOracle(history, random.model()).possible();
            Optional<Conflict.Kind> conflict = conflict(history, random.model());
            if (random.exact() ? conflict.isPresent() == possible : conflict.isPresent() && possible) {
                throw new AssertionError(difference(seed, possible, conflict, random));
            }
            conflict.ifPresent(kind -> kinds.merge(kind, 1, Integer::sum));
            exact += random.exact() ? 1 : 0;
            exactIllegal += random.exact() && !possible ? 1 : 0;
            illegal += possible ? 0 : 1;
            missed += !possible && conflict.isEmpty() ? 1 : 0;
            if (seed < first + HISTORIES / 10) {
                features.addAll(random.features());
            }
        }
        String summary = HISTORIES + " histories from seed " + first + ": " + illegal + " illegal, " + exact
                + " within the claim of exactness (" + exactIllegal + " illegal), " + missed + " missed beyond it, "
                + kinds;
        System.getLogger(getClass().getName()).log(System.Logger.Level.INFO, summary);
        assertThat(exact).as(summary).isGreaterThan(HISTORIES * 6 / 10);
        assertThat(exactIllegal).as(summary).isBetween(exact / 5, exact * 4 / 5);
        assertThat(missed).as(summary).isLessThan(HISTORIES / 50);
        assertThat(kinds.keySet()).as(summary).containsExactly(Conflict.Kind.values());
        assertThat(kinds.values()).as(summary).allMatch(count -> count > HISTORIES / 2000);
        assertThat(features)
                .as(summary)
                .contains(
                        "ACQUIRE OK",
                        "ACQUIRE INFO",
                        "ACQUIRE FAIL",
                        "RENEW OK",
                        "RENEW INFO",
                        "RENEW FAIL",
                        "RELEASE OK",
                        "RELEASE INFO",
                        "RELEASE FAIL",
                        "FLUSH OK",
                        "KILL OK",
                        "KILL_CONNECTION OK",
                        "END_SESSION OK",
                        "tokenless proof");
    }

    @Test
    void counter_examples_are_illegal_by_themselves_and_nothing_can_be_left_out() {
        for (long seed = 0; seed < 1_000; seed++) {
            RandomHistory random = new RandomHistory(seed);
            Verdict verdict = new ServerCheck(random.model()).check(random.history());
            if (!(verdict instanceof Verdict.Illegal illegal)) {
                continue;
            }
            List<Operation> shown = random.history().operations().stream()
                    .filter(operation -> illegal.events().contains(operation.invoked()))
                    .toList();
            assertThat(possible(shown, random.model()))
                    .as("seed %d: %s", seed, illegal.story())
                    .isFalse();
            Set<String> owners = shown.stream()
                    .filter(operation -> !operation.action().injected())
                    .map(Operation::owner)
                    .collect(Collectors.toSet());
            for (String owner : owners) {
                List<Operation> less = shown.stream()
                        .filter(operation -> !operation.owner().equals(owner))
                        .toList();
                assertThat(conflict(historyOf(less), random.model()))
                        .as("seed %d without %s: %s", seed, owner, illegal.story())
                        .isEmpty();
            }
        }
    }

    private static boolean possible(List<Operation> operations, StoreModel model) {
        return new StoreOracle(historyOf(operations), model).possible();
    }

    private static History historyOf(List<Operation> operations) {
        return History.of(operations.stream()
                .flatMap(operation -> operation.events().stream())
                .toList());
    }

    private static Optional<Conflict.Kind> conflict(History history, StoreModel model) {
        List<Operation> requests = ServerCheck.requests(history).values().stream()
                .flatMap(List::stream)
                .toList();
        return Timeline.conflict(requests, model, new HoldEndingFaults(history.injectedFaults(), model))
                .map(Conflict::kind);
    }

    private static String difference(
            long seed, boolean possible, Optional<Conflict.Kind> conflict, RandomHistory random) {
        return "-D" + SEED + "=" + seed + ": trying everything out finds it " + (possible ? "possible" : "impossible")
                + ", the check says " + conflict + " under " + random.model() + "\n"
                + random.history().events().stream().map(EventLine::write).collect(Collectors.joining("\n"));
    }
}
