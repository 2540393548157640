// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.contender.Role;
import dev.interlock.report.contention.Results.ContenderResults;
import dev.interlock.report.contention.Results.StoreResults;
import dev.interlock.report.contention.Results.WorkloadResults;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class MainTest {

    @ParameterizedTest
    @CsvSource({
        "--stores=oracle, store must be",
        "--workloads=own-2, workload must be one of",
        "--contenders=jgroups, none of the stores has a contender 'jgroups'",
        "--rounds=0, --rounds must be >= 1"
    })
    void what_cannot_be_run_is_said_before_a_server_is_started(String argument, String message) {
        StringWriter errors = new StringWriter();
        CommandLine program = Main.commandLine().setErr(new PrintWriter(errors));
        assertThat(program.execute(argument)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void a_run_is_good_if_everybody_was_measured_and_excluded_others() {
        assertThat(Main.isGood(List.of(store(1, 0, "")))).isTrue();
        assertThat(Main.isGood(List.of(store(1, 2, "")))).isFalse();
        assertThat(Main.isGood(List.of(store(1, 0, "no answer")))).isFalse();
        assertThat(Main.isGood(List.of(store(0, 0, "")))).isFalse();
        assertThat(Main.isGood(List.of(new StoreResults("redis", "", "no server", 0, 0, List.of()))))
                .isFalse();
    }

    private static StoreResults store(int rounds, long violations, String failure) {
        ContenderResults contender = new ContenderResults(
                "ours", "Ours", Role.INTERLOCK, rounds, 0, violations, failure, 0, Map.of(), Map.of(), null, null);
        return new StoreResults(
                "redis", "redis 7", "", 0, 0, List.of(new WorkloadResults("own-1", "", List.of(contender))));
    }
}
