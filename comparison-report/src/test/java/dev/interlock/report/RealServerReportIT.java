// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.mutants.Mutant;
import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Report;
import dev.interlock.report.etcd.EtcdUnderTest;
import dev.interlock.report.jdbc.SqlUnderTest;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.redis.RedisUnderTest;
import dev.interlock.report.run.Scope;
import dev.interlock.report.zookeeper.ZookeeperUnderTest;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.server.EtcdServer;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class RealServerReportIT {

    private static final Set<Rule> FEW = EnumSet.of(Rule.ACQ_1, Rule.ACQ_3, Rule.REL_1, Rule.TOK_1);

    @TempDir
    Path directory;

    @Test
    void everything_is_measured_on_redis() throws IOException {
        check(RedisUnderTest.oneServer(), RedisServer.locate(), mutant -> FEW.containsAll(mutant.killedBy()), 1);
    }

    @Test
    @Tag("nightly")
    void everything_is_measured_on_zookeeper() throws IOException {
        check(ZookeeperUnderTest.oneServer(), ZookeeperServer.locate(), mutant -> false, 0);
    }

    @Test
    @Tag("nightly")
    void everything_is_measured_on_etcd() throws IOException {
        check(new EtcdUnderTest(), EtcdServer.locate(), mutant -> FEW.containsAll(mutant.killedBy()), 0);
    }

    @Test
    @Tag("nightly")
    void everything_is_measured_on_mysql() throws IOException {
        check(SqlUnderTest.mysql(), SqlServer.locate(SqlProduct.MYSQL), mutant -> false, 1);
    }

    private void check(BackendUnderTest backend, ServerSource source, Predicate<Mutant> mutants, int guards)
            throws IOException {
        if (source instanceof ServerSource.Unavailable missing) {
            throw missing.raise();
        }
        StringWriter out = new StringWriter();
        Main main = new Main(List.of(backend), all -> new Scope(FEW, mutants, any -> true, TinyBudget.VALUE));
        int exit = new CommandLine(main)
                .setOut(new PrintWriter(out))
                .execute("--stores", backend.name(), "--out", directory.toString());
        assertThat(exit).as(out.toString()).isZero();
        Report whole = JsonFile.read(directory.resolve("report.json"));
        assertThat(whole.guards()).hasSize(guards).allSatisfy(guard -> {
            assertThat(guard.trials()).hasSize(10).allMatch(GuardTrial::met);
            assertThat(guard.cost().figures()).hasSize(2);
        });
        BackendReport report = whole.backends().get(0);
        assertThat(report.measurements()).allSatisfy(measurement -> {
            assertThat(measurement.problem()).isNull();
            assertThat(measurement.figures()).isNotEmpty();
        });
        assertThat(report.measurements().get(0).compared()).isTrue();
        assertThat(report.measurements()).extracting(Measurement::title).contains(Measurement.ROUND_TRIPS);
    }
}
