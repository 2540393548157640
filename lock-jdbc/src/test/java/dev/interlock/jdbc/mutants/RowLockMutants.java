// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The broken row locks, each on the same real MySQL, which starts with the first of them and ends with the JVM. */
public final class RowLockMutants implements MutantCatalog {

    /** For the service loader. */
    public RowLockMutants() {
        // Nothing to set up.
    }

    @Override
    public String backend() {
        return "mysql";
    }

    @Override
    public List<Mutant> mutants() {
        return BrokenRowLocks.all();
    }

    static Mutant mutant(String id, String broken, Rule rule, Function<LockSettings, LockBackend> opener) {
        return new Mutant(
                id, broken, Set.of(rule), () -> new RowLockFixture(Server.SHARED, RowLockFixture.STEPS, opener));
    }

    /** Loaded, and so started, with the first mutant that runs. */
    private static final class Server {
        private static final SqlServer SHARED = SqlServer.start(SqlProduct.MYSQL);
    }
}
