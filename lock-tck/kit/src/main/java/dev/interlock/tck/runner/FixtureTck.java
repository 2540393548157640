// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.tck.rules.RunParameters;
import dev.interlock.tck.rules.TckRun;
import org.junit.jupiter.api.extension.ExtendWith;

/** The kit on the fixture of the current {@linkplain TckRunner run}. Do not extend it or find it by a scan. */
@ExtendWith(RunParameters.class)
final class FixtureTck extends LockTck {

    private final TckRun run;

    FixtureTck(TckRun run) {
        this.run = run;
    }

    @Override
    protected LockFixture fixture() {
        return run.fixture();
    }
}
