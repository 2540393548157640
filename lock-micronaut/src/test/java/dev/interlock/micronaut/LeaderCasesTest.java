// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockClient;
import dev.interlock.annotation.cases.LeaderCases;
import dev.interlock.annotation.cases.LeaderLog;
import io.micronaut.context.ApplicationContext;
import java.util.Map;

/** What {@link Leader} means in each framework. */
final class LeaderCasesTest extends LeaderCases {

    @Override
    protected Instance start(Kind kind, String uri) {
        return new Context(ApplicationContext.run(
                Map.of("locks.uri", uri, Leaders.KIND, kind.name(), "test.election", "other", "test.lease", "7s")));
    }

    private record Context(ApplicationContext context) implements Instance {

        @Override
        public LeaderLog log() {
            return context.getBean(LeaderLog.class);
        }

        @Override
        public LockClient client() {
            return context.getBean(LockClient.class);
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
