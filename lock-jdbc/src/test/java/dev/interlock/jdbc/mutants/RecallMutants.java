// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.jdbc.tck.JdbcOpener;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.List;
import java.util.Set;

/**
 * Leases of PostgreSQL that recall what a client retains wrongly, or not at all. The clients are sound; they find another
 * {@code pg_notify} than that of the server, in a schema of the mutant's. Beats pass, so that the clients believe that they
 * hear.
 */
public final class RecallMutants implements MutantCatalog {

    private static final String BEAT = "IF payload LIKE 'beat %' THEN PERFORM pg_catalog.pg_notify(channel, payload);";

    /** For the service loader. */
    public RecallMutants() {
        // Nothing to set up.
    }

    @Override
    public String backend() {
        return "postgres";
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(
                mutant("forgotten", "a refused request notifies no client", Rule.RET_1, BEAT + " END IF;"),
                mutant(
                        "wrong-channel",
                        "a refused request notifies a channel on which no client listens",
                        Rule.RET_1,
                        BEAT + " ELSE PERFORM pg_catalog.pg_notify(channel || 'x', payload); END IF;"),
                mutant(
                        "wrong-attempt",
                        "a recall names the half of the owner that is the client, not the attempt",
                        Rule.RET_1,
                        BEAT + " ELSE PERFORM pg_catalog.pg_notify(channel, substr(channel, 11)); END IF;"),
                mutant(
                        "frees-the-row",
                        "a refused request frees the lock of a client that may keep it",
                        Rule.RET_2,
                        BEAT + " ELSE UPDATE public.interlock_lease SET owner_id = NULL"
                                + " WHERE substr(owner_id, 1, 16) = decode(payload, 'hex');"
                                + " PERFORM pg_catalog.pg_notify(channel, payload); END IF;"));
    }

    private static Mutant mutant(String id, String broken, Rule rule, String body) {
        String schema = "mutant_" + id.replace('-', '_');
        return new Mutant(
                "jdbc-recall-" + id,
                broken,
                Set.of(rule),
                () -> new JdbcFixture(
                        Server.SHARED, JdbcSteps.LEASE, settings -> opened(settings, create(schema, body))));
    }

    private static String create(String schema, String body) {
        Server.SHARED.execute("CREATE SCHEMA IF NOT EXISTS " + schema);
        Server.SHARED.execute("CREATE OR REPLACE FUNCTION " + schema
                + ".pg_notify(channel text, payload text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN " + body
                + " END $$");
        return schema;
    }

    private static LockBackend opened(LockSettings settings, String schema) {
        return new JdbcOpener().apply(settings.withOption("currentSchema", schema + ",public,pg_catalog"));
    }

    /** Loaded, and so started, with the first mutant that runs. */
    private static final class Server {
        private static final SqlServer SHARED = SqlServer.start(SqlProduct.POSTGRES);
    }
}
