// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class MetersAreDocumentedTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void each_meter_and_each_outcome_is_on_the_page() throws Exception {
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "meters.md")).stream()
                .filter(line -> line.startsWith("| `lock."))
                .toList();
        try (LockMeters meters = new LockMeters(registry, LockTags.of("redis"))) {
            assertThat(meters).isNotNull();
            assertThat(registry.getMeters()).map(Meter::getId).allSatisfy(id -> {
                String outcome = id.getTag("outcome");
                assertThat(rows)
                        .anySatisfy(row -> assertThat(row)
                                .startsWith("| `" + id.getName() + "` | "
                                        + id.getType().name().toLowerCase(Locale.ROOT))
                                .contains(outcome == null ? "–" : "`" + outcome + "`"));
            });
            assertThat(registry.getMeters().stream()
                            .map(meter -> meter.getId().getName())
                            .distinct())
                    .hasSameSizeAs(rows);
        }
    }

    /** What the page says that each name costs. */
    @Test
    void each_name_makes_as_many_meters_as_the_page_says() throws Exception {
        LockMeters one = new LockMeters(registry, LockTags.of("redis").withNames("a"));
        int before = registry.getMeters().size();
        one.close();
        LockMeters two = new LockMeters(registry, LockTags.of("redis").withNames("a", "b"));
        int each = registry.getMeters().size() - before;
        two.close();
        assertThat(Files.readString(Path.of("..", "docs", "meters.md"))).contains("Each makes " + each + " meters.");
    }
}
