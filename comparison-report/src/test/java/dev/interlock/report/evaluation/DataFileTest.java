// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.evaluation.PublishedClaims.Broken;
import dev.interlock.report.evaluation.PublishedClaims.Check;
import dev.interlock.report.evaluation.PublishedClaims.Holds;
import dev.interlock.report.evaluation.PublishedClaims.Killed;
import dev.interlock.report.evaluation.PublishedClaims.Measured;
import dev.interlock.report.evaluation.PublishedClaims.Passes;
import dev.interlock.report.jdbc.SqlUnderTest;
import dev.interlock.report.redis.RedisUnderTest;
import dev.interlock.report.zookeeper.ZookeeperUnderTest;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files are checked when they are read, and every mutant, store and measurement in them exists. */
final class DataFileTest {

    private static final Set<String> MUTANTS =
            MutantCatalog.all().stream().map(Mutant::id).collect(Collectors.toSet());

    private static final Set<String> STORES = Stream.of(
                    RedisUnderTest.oneServer(),
                    RedisUnderTest.acknowledged(),
                    RedisUnderTest.sentinel(),
                    RedisUnderTest.cluster(),
                    RedisUnderTest.redlock(),
                    ZookeeperUnderTest.oneServer(),
                    ZookeeperUnderTest.ensemble(),
                    SqlUnderTest.mysql(),
                    SqlUnderTest.mysqlRowLock())
            .map(BackendUnderTest::name)
            .collect(Collectors.toSet());

    private static final String CLAIMS = """
            [{"source": "a page", "address": "", "claims": [
              {"claim": "c", "argument": "a", "verdict": "right", "why": "w", "checks": [
                {"rule": "ACQ-1", "on": "redis"},
                {"holds": "EFFECT_GUARDED", "on": "redis"}]}]}]
            """;
    private static final String ADVICE = """
            [{"need": "n", "statements": [
              {"declared": "NOTIFIES_WAITERS", "rule": "WAIT-7"},
              {"when": "EFFECT_UNGUARDED", "is": "BROKEN", "kind": "AVOID", "word": "no", "sentence": "Not %s."}]}]
            """;

    @Test
    void the_samples_are_read() {
        assertThat(DataFile.parse("claims.json", CLAIMS, PublishedClaims.class)).hasSize(1);
        assertThat(DataFile.parse("advice.json", ADVICE, StoreAdvice.class)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "verdict": "right",     | ''                                 | 4 | verdict
                    "verdict": "right"      | "verdict": null                    | 4 | verdict
                    "verdict": "right"      | "verdict": "right", "odd": 1       | 4 | odd
                    "verdict": "right"      | "verdict": "r", "verdict": "wrong" | 2 | verdict
                    "ACQ-1"                 | "ACQ-99"                           | 3 | ACQ-99
                    "ACQ-1", "on": "redis"  | "ACQ-1"                            | 3 | on
                    "ACQ-1", "on": "redis"  | "ACQ-1", "on": "redis", "odd": 1   | 3 | odd
                    EFFECT_GUARDED          | EFFECT_GUARD                       | 4 | EFFECT_GUARD
                    """)
    void an_error_in_a_claim_names_the_file_the_line_and_the_field(String right, String wrong, int line, String named) {
        assertThat(CLAIMS).contains(right);
        assertThatIllegalStateException()
                .isThrownBy(() -> DataFile.parse("claims.json", CLAIMS.replace(right, wrong), PublishedClaims.class))
                .withMessageStartingWith("claims.json, line " + line + ": ")
                .withMessageContaining(named);
    }

    @ParameterizedTest
    @CsvSource({
        "NOTIFIES_WAITERS,NOTIFIES,2",
        "WAIT-7,WAIT-77,2",
        "Not %s.,Not these.,3",
        "AVOID,AVOIDED,3",
        "BROKEN,BROKE,3"
    })
    void an_error_in_advice_names_the_file_the_line_and_the_value(String right, String wrong, int line) {
        assertThat(ADVICE).contains(right);
        assertThatIllegalStateException()
                .isThrownBy(() -> DataFile.parse("advice.json", ADVICE.replace(right, wrong), StoreAdvice.class))
                .withMessageStartingWith("advice.json, line " + line + ": ")
                .withMessageContaining(wrong);
    }

    @Test
    void claims_rest_on_mutants_stores_and_measurements_that_exist() {
        assertThat(PublishedClaims.checks()).hasSizeGreaterThan(50).allSatisfy(check -> {
            if (check instanceof Killed killed) {
                assertThat(MUTANTS).contains(killed.mutant());
            } else {
                assertThat(STORES).contains(store(check));
            }
            if (check instanceof Measured measured) {
                assertThat(measured.measured()).isEqualTo(Measurement.WOKEN);
            }
        });
    }

    private static String store(Check check) {
        if (check instanceof Holds holds) {
            return holds.on();
        } else if (check instanceof Broken broken) {
            return broken.on();
        } else if (check instanceof Passes passes) {
            return passes.on();
        }
        return ((Measured) check).on();
    }

    @Test
    void all_38_mistakes_have_mutants_that_exist_or_say_why_not() {
        assertThat(KnownMistake.all()).hasSize(38).allSatisfy(mistake -> {
            assertThat(MUTANTS).as(mistake.id()).containsAll(mistake.mutants());
            assertThat(mistake.mutants().isEmpty() && mistake.remark().isEmpty())
                    .as(mistake.id())
                    .isFalse();
        });
    }
}
