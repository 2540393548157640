// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignalTargetTest {

    private static final int TERM = 15;

    private final SignalTarget signals = new SignalTarget(Thread.currentThread());

    @Test
    void a_signal_ends_the_wait_for_the_lock() {
        assertThat(signals.exitCode()).isEqualTo(ExitCode.UNKNOWN);
        signals.received("TERM");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(signals.exitCode()).isEqualTo(ExitCode.SIGNALLED + TERM);
    }

    @Test
    void a_signal_that_comes_while_the_command_starts_ends_the_command_and_not_the_wait_for_it() throws Exception {
        try (LockClient client = LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD)) {
            LockHandle handle = client.lock("a").acquire();
            LockedProcess process =
                    LockedProcess.start(List.of("sleep", "1000"), Map.of(), handle, Duration.ofSeconds(30));
            signals.received("TERM");
            signals.passTo(process);
            assertThat(process.await()).isEqualTo(new LockedProcess.End(ExitCode.SIGNALLED + TERM, false, false));
        }
    }
}
