// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The broken SQL locks, each on the same real MySQL, which starts with the first of them and ends with the JVM. */
public final class JdbcMutants implements MutantCatalog {

    /** For the service loader. */
    public JdbcMutants() {
        // Nothing to set up.
    }

    @Override
    public String backend() {
        return "mysql";
    }

    @Override
    public List<Mutant> mutants() {
        List<Mutant> all = new ArrayList<>();
        all.addAll(AcquireMutants.all());
        all.addAll(HoldMutants.all());
        all.addAll(TokenMutants.all());
        all.addAll(SwitchMutants.all());
        return all;
    }

    static Mutant mutant(String id, String broken, Rule rule, Function<LockSettings, LockBackend> opener) {
        return mutant(id, broken, rule, SimpleJdbc.STEPS, opener);
    }

    static Mutant mutant(
            String id, String broken, Rule rule, JdbcSteps steps, Function<LockSettings, LockBackend> opener) {
        return new Mutant(id, broken, Set.of(rule), () -> new JdbcFixture(Server.SHARED, steps, opener));
    }

    static SqlServer server() {
        return Server.SHARED;
    }

    /** Loaded, and so started, with the first mutant that runs. */
    private static final class Server {
        private static final SqlServer SHARED = SqlServer.start(SqlProduct.MYSQL);
    }
}
