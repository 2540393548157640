// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.simulation.Scenario.StoreKind;
import dev.interlock.simulation.SmallWorlds.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Simulation reaches every state of a hold and every move between them. */
@Tag("nightly")
@Timeout(value = 2, unit = TimeUnit.HOURS)
class HoldMovesTest {

    /** Those that chance reaches are reached within two thirds of them; set to more to see how often. */
    private static final long SCHEDULES = Long.getLong("interlock.simulation.moves", 1_500);

    /** A line of the table in the Javadoc of HoldState. */
    private static final Pattern MOVE = Pattern.compile("(?m)^ \\* ([A-Z]+) +\\| ([A-Z]+) +\\| ([A-Z_]+) +\\|");

    @Test
    void every_move_of_the_table_is_reached() throws IOException, ReflectiveOperationException {
        Map<String, byte[]> counting = DefectiveSource.compiled(HoldMoves.COUNTS);
        List<String> worlds = Stream.concat(
                        worlds(Pair.BOTH_ACQUIRE, StoreKind.SESSION, Fault.Kind.DOUBT),
                        worlds(Pair.CLOSE_AFTER_RELEASE, StoreKind.TURN, Fault.Kind.STALL))
                .toList();
        Map<String, Long> seen = new DefectiveEngine(
                        FootprintRecorder.ofTheEngine().with(counting).classes())
                .moves(SCHEDULES, worlds);
        seen.forEach((move, times) -> System.out.println(move + ": " + times));
        assertThat(seen.keySet()).isEqualTo(table());
    }

    private static Stream<String> worlds(Pair pair, StoreKind store, Fault.Kind fault) {
        return SmallWorlds.of(pair, store, 1).stream()
                .filter(world -> world.faults().stream().anyMatch(one -> one.kind() == fault))
                .map(Scenario::text);
    }

    private static Set<String> table() throws IOException {
        Set<String> moves = new TreeSet<>();
        Matcher lines = MOVE.matcher(Files.readString(DefectiveSource.file(HoldMoves.COUNTS)));
        while (lines.find()) {
            moves.add(lines.group(1) + " " + lines.group(2) + " " + lines.group(3));
        }
        assertThat(moves).hasSizeGreaterThan(10);
        return moves;
    }
}
