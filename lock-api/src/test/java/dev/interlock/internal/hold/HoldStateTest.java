// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.HandleState;
import dev.interlock.internal.hold.HoldState.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The moves of a hold are those of the table that its Javadoc shows, and no others. */
class HoldStateTest {

    private static final Path SOURCE = Path.of("src/main/java/dev/interlock/internal/hold/HoldState.java");

    private static Map<HoldState, Map<Event, HoldState>> table() throws IOException {
        Map<HoldState, Map<Event, HoldState>> table = new EnumMap<>(HoldState.class);
        try (Stream<String> lines = Files.lines(SOURCE)) {
            lines.filter(line -> line.matches(" \\* [A-Z_]+ +\\| [A-Z]+ .*")).forEach(line -> {
                List<String> cells = Arrays.stream(line.substring(3).split("\\|"))
                        .map(String::trim)
                        .toList();
                HoldState before = table.computeIfAbsent(
                                HoldState.valueOf(cells.get(0)), state -> new EnumMap<>(Event.class))
                        .put(Event.valueOf(cells.get(1)), HoldState.valueOf(cells.get(2)));
                assertThat(before).as(line).isNull();
            });
        }
        return table;
    }

    @ParameterizedTest
    @EnumSource
    void each_event_does_in_each_state_what_the_table_says(HoldState state) throws IOException {
        Map<Event, HoldState> row = table().getOrDefault(state, Map.of());
        for (Event event : Event.values()) {
            assertThat(state.after(event)).as("%s on %s", state, event).isEqualTo(row.get(event));
        }
    }

    @Test
    void a_hold_that_is_over_never_protects_work_again() {
        for (HoldState state : HoldState.values()) {
            for (Event event : Event.values()) {
                HoldState next = state.after(event);
                assertThat(!state.isHeld() && next != null && next.isHeld())
                        .as("%s on %s", state, event)
                        .isFalse();
            }
        }
    }

    @Test
    void a_handle_shows_that_it_is_held_exactly_while_its_hold_protects_work() {
        for (HoldState state : HoldState.values()) {
            assertThat(state.isHeld())
                    .isEqualTo(state.visible() == HandleState.HELD || state.visible() == HandleState.UNCERTAIN);
        }
    }
}
