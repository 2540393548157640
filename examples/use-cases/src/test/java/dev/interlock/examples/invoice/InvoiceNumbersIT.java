// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.invoice;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Row;
import dev.interlock.examples.database.Schema;
import dev.interlock.guard.FencingDomain;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The leader is killed, stopped beyond its lease, and sees the store of the locks restart. No number is lost or double. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class InvoiceNumbersIT {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SOME = 20;

    private int entered;

    @Test
    void numbers_have_neither_gaps_nor_doubles_through_kill_pause_and_restart() throws Exception {
        // No test kills this server, so it need not wait for the disk at each commit.
        try (SqlServer server =
                        SqlServer.start(SqlProduct.MYSQL, "--innodb-flush-log-at-trx-commit=2", "--sync-binlog=0");
                RedisServer locks = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                Instances instances = new Instances(locks, server)) {
            DataSource source = NumberingMain.source(server.url(), server.user());
            new Schema(source).create();
            Database database = new Database(source, new FencingDomain("invoices", 1), write -> {});
            InvoiceNumbers numbers = new InvoiceNumbers(database, (purchase, number) -> {});
            instances.start(3);
            enterSome(numbers);
            awaitAllIssued(database);

            // Killed after it has read the last number: its successor issues that invoice.
            instances.keepNextDraft();
            enterSome(numbers);
            instances.awaitKept().jvm().kill();
            awaitAllIssued(database);
            instances.start(1);

            // Stopped there, until its successor has issued all invoices; then it goes on where it was.
            instances.keepNextDraft();
            enterSome(numbers);
            Instances.Printing paused = instances.awaitKept();
            long former = lastTerm(database);
            paused.jvm().freeze();
            awaitAllIssued(database);
            paused.jvm().thaw();
            paused.draft().answer();
            await().atMost(PATIENCE).until(() -> !instances.refused().isEmpty() || issued(database) > entered);
            assertEquals(entered, issued(database), "invoices after the late write");
            assertEquals(List.of(former), instances.refused(), "the terms that the guard refused");

            locks.restart();
            enterSome(numbers);
            awaitAllIssued(database);

            // All stand down but the one that was stopped, which can lead again.
            instances.standDownBut(paused.jvm());
            enterSome(numbers);
            awaitAllIssued(database);

            List<Row> invoices = database.rows("SELECT number, fencing_token FROM invoice ORDER BY issued");
            assertEquals(
                    LongStream.rangeClosed(1, entered).boxed().toList(),
                    invoices.stream().map(row -> row.number("number")).toList());
            List<Long> terms =
                    invoices.stream().map(row -> row.number("fencing_token")).toList();
            assertEquals(terms.stream().sorted().toList(), terms, "terms grow with the numbers");
        }
    }

    private void enterSome(InvoiceNumbers numbers) {
        for (int i = 0; i < SOME; i++) {
            numbers.enter("purchase-" + ++entered);
        }
    }

    private void awaitAllIssued(Database database) {
        await().atMost(PATIENCE).until(() -> issued(database) >= entered);
    }

    private static long issued(Database database) {
        return database.rows("SELECT COUNT(*) AS issued FROM invoice").get(0).number("issued");
    }

    private static long lastTerm(Database database) {
        return database.rows("SELECT token FROM interlock_fence").get(0).number("token");
    }
}
