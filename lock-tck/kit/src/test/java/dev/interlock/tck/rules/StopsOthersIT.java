// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.tck.process.StopsOthers;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.RuleResult;
import dev.interlock.tck.runner.TckRunner;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** PROC-4 is about who is granted a lock, and not about when: a file that a stopped process has locked stays locked. */
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
class StopsOthersIT {

    @TempDir
    private Path directory;

    @Test
    void a_store_in_which_a_stopped_process_stops_the_others_grants_to_one_at_a_time() {
        List<RuleResult> results = TckRunner.run(new Fixture(directory), EnumSet.of(Rule.PROC_4), result -> {});
        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.outcome()).as(result.message()).isEqualTo(Outcome.PASSED);
            assertThat(result.evidence())
                    .singleElement()
                    .asString()
                    .containsPattern("stopped while the others did \\d rounds");
        });
    }

    private record Fixture(MemoryStore memory, Path directory) implements LockFixture {

        Fixture(Path directory) {
            this(new MemoryStore(), directory);
        }

        @Override
        public LockBackend openBackend() {
            return memory.backend();
        }

        @Override
        public String description() {
            return "memory behind a turnstile";
        }

        @Override
        public Optional<ProcessAccess> processes() {
            ProcessAccess host = BackendHost.start(memory::backend).clients();
            return Optional.of(new ProcessAccess(StopsOthers.class, host.address() + " " + directory, host.end()));
        }
    }
}
