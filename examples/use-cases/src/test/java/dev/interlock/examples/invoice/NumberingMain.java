// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.invoice;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.ElectionOptions;
import dev.interlock.LockClient;
import dev.interlock.examples.database.Database;
import dev.interlock.guard.FencingDomain;
import dev.interlock.testbed.jvm.Conversation;
import dev.interlock.testbed.jvm.JavaProgram;
import dev.interlock.testbed.jvm.ParentJvm;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** An instance in a JVM of its own, which stands for the election and asks its parent to print. */
public final class NumberingMain {

    static final JavaProgram PROGRAM =
            new JavaProgram(NumberingMain.class, List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));

    static final Duration LEASE = Duration.ofSeconds(3);

    private NumberingMain() {}

    /** Stands until its parent says so: arguments are the uri of the locks, and the url and user of the database. */
    public static void main(String[] arguments) throws Exception {
        Conversation parent = ParentJvm.connect();
        Database database = database(arguments[1], arguments[2], parent);
        // The answer is awaited in spite of the interrupt, as by a printer that cannot be stopped.
        InvoiceNumbers numbers = new InvoiceNumbers(
                database,
                (purchase, number) ->
                        parent.ask("print", purchase, Long.toString(number)).join());
        LockClient locks = LockClient.connect(arguments[0]);
        ElectionOptions options = ElectionOptions.STANDARD
                .withLock(AcquireOptions.inherited().withLease(LEASE))
                .withPauses(Duration.ofMillis(100), Duration.ofSeconds(1));
        Candidacy candidacy = locks.election("invoices").lead(options, numbers);
        parent.listen(System.in, question -> {
            candidacy.close();
            question.answer();
        });
        Runtime.getRuntime().halt(0);
    }

    private static Database database(String url, String user, Conversation parent) throws SQLException {
        return new Database(source(url, user), new FencingDomain("invoices", 1), write -> {
            if (write.refused()) {
                parent.tell("refused", Long.toString(write.token()));
            }
        });
    }

    static DataSource source(String url, String user) {
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(url);
        source.setUser(user);
        return source;
    }
}
