// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.jdbc.MysqlUnderTest;
import dev.interlock.report.page.JsonFile;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import dev.interlock.tck.server.ServerSource;
import dev.interlock.tck.server.SqlProduct;
import dev.interlock.tck.server.SqlServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class JdbcReportIT {

    private static final Set<Rule> FEW = EnumSet.of(Rule.ACQ_1, Rule.ACQ_3, Rule.REL_1, Rule.TOK_1);

    @TempDir
    Path directory;

    @Test
    void everything_is_measured_on_a_real_server() throws IOException {
        if (SqlServer.locate(SqlProduct.MYSQL) instanceof ServerSource.Unavailable missing) {
            throw missing.raise();
        }
        StringWriter out = new StringWriter();
        Main main = new Main(List.of(new MysqlUnderTest()), all -> new Scope(FEW, mutant -> false, TinyBudget.VALUE));
        int exit = new CommandLine(main)
                .setOut(new PrintWriter(out))
                .execute("--quick", "--backends", "mysql", "--out", directory.toString());
        assertThat(exit).as(out.toString()).isZero();
        BackendReport mysql =
                JsonFile.read(directory.resolve("report.json")).backends().get(0);
        assertThat(mysql.measurements()).allSatisfy(measurement -> {
            assertThat(measurement.problem()).isNull();
            assertThat(measurement.readings()).isNotEmpty();
        });
        assertThat(mysql.measurements().get(0).compared()).isTrue();
    }
}
