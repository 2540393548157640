// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.model.Trace;
import dev.interlock.model.TraceCheck;
import dev.interlock.model.TraceModule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Defects of the engine that break no rule in the simulated world. The model has no such step. */
@Tag("nightly")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TracedDefectsTest {

    private static final int UNNAMED = 3_000;

    static Stream<PlantedDefect> defects() {
        return PlantedInTraces.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("defects")
    void the_model_names_a_defect(PlantedDefect defect)
            throws IOException, ReflectiveOperationException, InterruptedException {
        Map<String, byte[]> compiled = DefectiveSource.compiled(defect);
        List<Trace> traces = new DefectiveEngine(compiled)
                .traces(defect.within()).stream()
                        .map(texts -> new Trace(
                                texts.get(0), Boolean.parseBoolean(texts.get(1)), texts.subList(2, texts.size())))
                        .toList();

        assertThat(new TraceCheck(TraceModule.SIMULATED, Path.of("target", "traces-" + defect.id()), 300)
                        .refused(traces))
                .anySatisfy(refused -> assertThat(refused.step()).contains(PlantedInTraces.STEP));
    }

    @ParameterizedTest
    @MethodSource("defects")
    @Tag("nightly")
    void no_rule_names_a_defect(PlantedDefect defect) throws IOException, ReflectiveOperationException {
        assertThat(new DefectiveEngine(DefectiveSource.compiled(defect))
                        .search(UNNAMED)
                        .what())
                .isEmpty();
    }
}
