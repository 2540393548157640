// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Defects that the engine had once, or could have, are found by simulation alone. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PlantedDefectsTest {

    /** What is found within so many schedules is tried in each build. */
    private static final int QUICK = 1_000;

    private static final int CONTROL = 2_000;

    static Stream<PlantedDefect> quick() {
        return Planted.all().stream().filter(defect -> defect.within() <= QUICK);
    }

    static Stream<PlantedDefect> slow() {
        return Planted.all().stream().filter(defect -> defect.within() > QUICK);
    }

    /** Cheaper than to find it: a change of the engine would leave the defect without its place. */
    @ParameterizedTest
    @MethodSource("dev.interlock.simulation.Planted#all")
    void has_its_place_in_the_engine(PlantedDefect defect) throws IOException {
        assertThat(defect.plantedIn(Files.readString(DefectiveSource.file(defect))))
                .isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("quick")
    @Tag("nightly")
    void is_found_soon(PlantedDefect defect) throws IOException, ReflectiveOperationException {
        find(defect);
    }

    @ParameterizedTest
    @MethodSource("slow")
    @Tag("simulate")
    void is_found(PlantedDefect defect) throws IOException, ReflectiveOperationException {
        find(defect);
    }

    @Test
    @Tag("nightly")
    void with_nothing_planted_nothing_is_found() throws ReflectiveOperationException {
        DefectiveEngine.Finding finding = new DefectiveEngine(Map.of()).search(CONTROL);
        assertThat(finding.what()).isEmpty();
        assertThat(finding.schedules()).isEqualTo(CONTROL);
    }

    private static void find(PlantedDefect defect) throws IOException, ReflectiveOperationException {
        DefectiveEngine.Finding finding = new DefectiveEngine(DefectiveSource.compiled(defect)).search(defect.within());
        System.out.printf("%s: %d schedules, %s%n", defect.id(), finding.schedules(), finding.what());
        assertThat(finding.what()).as(defect.what()).isNotEmpty();
    }
}
