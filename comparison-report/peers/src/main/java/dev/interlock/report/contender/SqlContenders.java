// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.util.ArrayList;
import java.util.List;

/** The contenders on SQL servers. */
final class SqlContenders {

    static final List<Contender> MYSQL =
            with(List.of(new Contender("get-lock", "JDBC: GET_LOCK", Role.NATIVE, true, SessionLocks::mysql)));

    static final List<Contender> POSTGRES = with(List.of(new Contender(
            "advisory-lock", "JDBC: pg_advisory_lock", Role.NATIVE, true, SessionLocks::postgresWithinAMinute)));

    private SqlContenders() {}

    private static List<Contender> with(List<Contender> ofTheServer) {
        List<Contender> all = new ArrayList<>();
        all.add(new Contender("jdbc", "JDBC: one UPDATE each way", Role.FLOOR, false, RawSqlClient::open));
        all.addAll(ofTheServer);
        all.addAll(List.of(
                new Contender("interlock", "Interlock, leases", Role.INTERLOCK, true, SqlContenders::leases).sharing(),
                new Contender(
                        "interlock-kept", "Interlock, kept locks", Role.INTERLOCK, true, SqlContenders::keptLeases),
                new Contender(
                        "interlock-row-lock", "Interlock, row locks", Role.INTERLOCK, true, SqlContenders::rowLocks),
                new Contender(
                        "spring",
                        "Spring JdbcLockRegistry " + Versions.of("spring-integration-jdbc"),
                        Role.PEER,
                        true,
                        SpringLocks::sqlByDefault),
                new Contender("shedlock", "ShedLock " + Versions.of("shedlock"), Role.PEER, false, ShedLocks::sql)));
        return List.copyOf(all);
    }

    private static OpenClient leases(StoreAddress address, Limits limits) {
        return InterlockClient.open(InterlockClient.sql(address));
    }

    private static OpenClient keptLeases(StoreAddress address, Limits limits) {
        return InterlockClient.keeping(InterlockClient.sql(address));
    }

    private static OpenClient rowLocks(StoreAddress address, Limits limits) {
        return InterlockClient.open(InterlockClient.sql(address).withOption("interlock.mode", "row-lock"));
    }
}
