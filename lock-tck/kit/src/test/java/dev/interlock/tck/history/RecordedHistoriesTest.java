// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Good and bad histories with what every check must say of them, word for word. With -Dinterlock.histories.write=true
 * the expectations are written anew, to be read before they are committed.
 */
class RecordedHistoriesTest {

    private static final Path FOLDER = Path.of("src/test/resources/histories");

    private static final Map<String, Function<History, Verdict>> CHECKS = new LinkedHashMap<>();

    static {
        Duration slack = Duration.ofMillis(50);
        CHECKS.put("server", new ServerCheck(StoreModel.lease().overstaying(Duration.ofMillis(1)))::check);
        CHECKS.put("busy", new ContendedCheck(slack)::check);
        CHECKS.put("belief", new BeliefCheck(Duration.ofMillis(20), Set.of(Action.FAIL_OVER))::check);
        CHECKS.put("effect", new EffectCheck()::check);
        CHECKS.put("bound", new CrashedHolderCheck(slack)::check);
    }

    static Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".tsv"))
                    .map(name -> name.substring(0, name.length() - ".tsv".length()))
                    .sorted()
                    .toList();
            return names.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_check_says_what_is_expected(String name) throws IOException {
        History history = History.read(List.of(FOLDER.resolve(name + ".tsv")));
        String said = CHECKS.entrySet().stream()
                .map(check -> check.getKey() + ": " + inWords(check.getValue().apply(history)))
                .collect(Collectors.joining("\n", "", "\n"));
        Path expected = FOLDER.resolve(name + ".expected");
        if (Boolean.getBoolean("interlock.histories.write")) {
            Files.writeString(expected, said);
        }
        assertThat(said).isEqualTo(Files.readString(expected));
    }

    @Test
    void a_torn_last_line_is_counted_and_left_out() {
        assertThat(read("killed-holder-torn-line").tornLines()).isEqualTo(1);
        assertThat(read("clean").tornLines()).isZero();
    }

    @Test
    void each_kind_of_misfit_was_recorded() throws IOException {
        String all =
                names().map(name -> text(FOLDER.resolve(name + ".expected"))).collect(Collectors.joining());
        assertThat(all)
                .contains(
                        "two owners at a time",
                        "tokens must grow",
                        "given out twice",
                        "can have been granted by then",
                        "lost early",
                        "a lease that is over came back",
                        "a hold that was over came back",
                        "it had nothing left",
                        "it belonged to others",
                        "one token had two owners",
                        "a stale effect got through",
                        "two believers",
                        "a dead holder blocked others");
    }

    private static History read(String name) {
        return History.read(List.of(FOLDER.resolve(name + ".tsv")));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String inWords(Verdict verdict) {
        if (verdict instanceof Verdict.Illegal illegal) {
            return "ILLEGAL " + illegal.story() + " [" + illegal.events().size() + " events]";
        }
        if (verdict instanceof Verdict.Ok ok) {
            return "OK " + ok.counts()
                    + ok.remarks().stream().map(remark -> " " + remark).collect(Collectors.joining());
        }
        return "UNKNOWN " + ((Verdict.Unknown) verdict).reason();
    }
}
