// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.invoice;

import dev.interlock.LeaderTask;
import dev.interlock.Leadership;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Row;
import dev.interlock.examples.database.Statements;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Issues an invoice for each purchase, with the numbers 1, 2, 3 and so on, without a gap, in the order of the purchases. All
 * instances enter purchases, and the leader issues the invoices, all the time. It reads the last number in one transaction and
 * writes the next one in another, with the printing between them. Only its term keeps other instances out meanwhile, and
 * only the fencing token stops a leader that was paused there for longer than its lease. Thread-safe.
 *
 * <pre>{@code
 * Candidacy candidacy = locks.election("invoices").lead(numbers);
 * }</pre>
 */
public final class InvoiceNumbers implements LeaderTask {

    /** How long a purchase that another instance entered may wait until the leader looks. */
    private static final long LOOK_MILLIS = 200;

    private final Database database;
    private final InvoicePrinter printer;
    private final Semaphore entered = new Semaphore(0);

    /**
     * Creates the numbers of one instance.
     *
     * @param database has the purchases and the invoices
     * @param printer prints each invoice
     */
    public InvoiceNumbers(Database database, InvoicePrinter printer) {
        this.database = database;
        this.printer = printer;
    }

    /**
     * Enters a purchase, which has no invoice yet.
     *
     * @param purchase its id
     */
    public void enter(String purchase) {
        database.write("INSERT INTO purchase (id) VALUES (?)", purchase);
        entered.release();
    }

    /**
     * Issues invoices until the term must end.
     *
     * @throws InterruptedException when it must end
     * @throws dev.interlock.StaleTokenException if another leader has used the database meanwhile; nothing was changed
     */
    @Override
    public void lead(Leadership leadership) throws InterruptedException {
        while (true) {
            Optional<Draft> draft = database.under(leadership, InvoiceNumbers::next);
            if (draft.isPresent()) {
                issue(draft.get(), leadership);
            } else if (entered.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                // One look finds them all.
                entered.drainPermits();
            }
        }
    }

    private static Optional<Draft> next(Statements statements) throws SQLException {
        List<Row> open = statements.rows("SELECT p.entered, p.id FROM purchase p LEFT JOIN invoice i"
                + " ON i.purchase = p.entered WHERE i.purchase IS NULL ORDER BY p.entered LIMIT 1");
        if (open.isEmpty()) {
            return Optional.empty();
        }
        long last = statements
                .number("SELECT COALESCE(MAX(number), 0) FROM invoice")
                .orElseThrow();
        Row first = open.get(0);
        return Optional.of(new Draft(first.number("entered"), first.text("id"), last + 1));
    }

    private void issue(Draft draft, Leadership leadership) throws InterruptedException {
        leadership.ensureHeld(Duration.ZERO);
        printer.print(draft.purchase(), draft.number());
        database.under(
                leadership,
                statements -> statements.change(
                        "INSERT INTO invoice (number, purchase, fencing_token) VALUES (?, ?, ?)",
                        draft.number(),
                        draft.entered(),
                        leadership.term()));
    }

    private record Draft(long entered, String purchase, long number) {}
}
