// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.examples.micronaut.Answer.Outcome;
import dev.interlock.testbed.server.SqlServer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Assertions on the tables of the use cases: their content must match the promises and the answers to the callers. */
final class TableAssertions {

    private final SqlServer database;

    TableAssertions(SqlServer database) {
        this.database = database;
    }

    /** Each step is one more than the previous one, and by a later hold: nothing was overwritten. */
    void counterIs(String name, int expected) {
        String steps = " FROM counter_step WHERE name = '" + name + "' ORDER BY value";
        assertThat(database.query("SELECT value FROM counter WHERE name = '" + name + "'"))
                .isEqualTo(Integer.toString(expected));
        assertThat(numbers("SELECT value" + steps))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, expected).boxed().toList());
        assertThat(numbers("SELECT fencing_token" + steps)).isSorted().doesNotHaveDuplicates();
    }

    /** All are sold, each to a different user. */
    void vouchersAreSold(String voucher, int expected) {
        assertThat(database.query("SELECT stock FROM voucher WHERE name = '" + voucher + "'"))
                .isEqualTo("0");
        assertThat(database.query("SELECT COUNT(*), COUNT(DISTINCT user_name) FROM voucher_order WHERE voucher = '"
                        + voucher + "'"))
                .isEqualTo(expected + "\t" + expected);
    }

    /** All are taken, none twice: each deduction of one left one less than the previous one, by a later hold. */
    void itemsAreTaken(String item, int expected) {
        String steps = " FROM deduction WHERE item = '" + item + "' ORDER BY stock_left DESC";
        assertThat(database.query("SELECT stock FROM item WHERE name = '" + item + "'"))
                .isEqualTo("0");
        assertThat(numbers("SELECT quantity" + steps)).hasSize(expected).containsOnly(1L);
        assertThat(numbers("SELECT stock_left" + steps))
                .containsExactlyElementsOf(LongStream.range(0, expected)
                        .map(i -> expected - 1 - i)
                        .boxed()
                        .toList());
        assertThat(numbers("SELECT fencing_token" + steps)).isSorted().doesNotHaveDuplicates();
    }

    /** Each account has its initial balance, less its payments, plus its receipts; so the sum is unchanged. */
    void balancesAreThoseOfTheTransfers(int accounts, long each) {
        assertThat(lines("SELECT name FROM account WHERE balance < 0 OR balance <> " + each
                        + " - (SELECT COALESCE(SUM(amount), 0) FROM transfer WHERE from_account = name)"
                        + " + (SELECT COALESCE(SUM(amount), 0) FROM transfer WHERE to_account = name)"))
                .as("accounts whose balance is not that of their transfers")
                .isEmpty();
        assertThat(numbers("SELECT SUM(balance) FROM account")).containsExactly(accounts * each);
    }

    /** The effects of a use case are those reported to callers, and at most those whose outcome callers do not know. */
    void agree(String table, List<Answer> answers) {
        Set<String> stored = new HashSet<>(lines("SELECT request_id FROM " + table));
        // Each id is looked up: isSubsetOf compares each with each, which takes minutes for 100,000.
        assertThat(ids(answers, Outcome.DONE)).as("done").allMatch(stored::contains);
        assertThat(ids(answers, Outcome.REFUSED)).as("refused").noneMatch(stored::contains);
        assertThat(ids(answers, Outcome.NOT_DONE)).as("not done").noneMatch(stored::contains);
    }

    /** The token of the latest claim of a lock. */
    long claimed(String lock) {
        return numbers("SELECT token FROM interlock_fence WHERE lock_name = '" + lock + "'")
                .get(0);
    }

    static List<String> ids(List<Answer> answers, Outcome outcome) {
        return answers.stream()
                .filter(answer -> answer.outcome() == outcome)
                .map(answer -> answer.call().id())
                .toList();
    }

    List<Long> numbers(String sql) {
        return lines(sql).stream().map(Long::valueOf).toList();
    }

    List<String> lines(String sql) {
        String text = database.query(sql);
        return text.isEmpty() ? List.of() : Arrays.stream(text.split("\n", -1)).collect(Collectors.toList());
    }
}
