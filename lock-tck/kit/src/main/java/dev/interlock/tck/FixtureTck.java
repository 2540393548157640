// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The kit on the fixture of the current {@linkplain TckRunner run}. Do not extend it or find it by a scan. */
@ExtendWith(FixtureTck.OfThisRun.class)
public final class FixtureTck extends LockTck {

    private final LockFixture fixture;

    FixtureTck(LockFixture fixture) {
        this.fixture = fixture;
    }

    @Override
    protected LockFixture fixture() {
        return fixture;
    }

    /** Resolves the fixture of the run. */
    static final class OfThisRun implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == LockFixture.class;
        }

        @Override
        public LockFixture resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return TckRun.of(context)
                    .orElseThrow(() -> new IllegalStateException(TckRun.ID + " is not set: use TckRunner"))
                    .fixture();
        }
    }
}
