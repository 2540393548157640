// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import dev.interlock.jdbc.dialect.JdbcKeys;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The row of MySQL or MariaDB in which other clients recall the locks of one client, in the table of leases. Its number is
 * the token count of each lock that its client may keep, and it is greater than any grant reserves: so the lock's row says
 * that it can be recalled, and where. There are a hundred such rows. Clients that share one read each other's recalls, and
 * pass over them. Immutable.
 *
 * @param number of this row
 */
public record RecallRow(int number) {

    /** How many tokens a grant can reserve. */
    public static final int MOST_TOKENS = 1_000;

    /** Few, because the tokens of the next grant begin behind them. */
    private static final int ROWS = 100;

    /** One of them. */
    public static RecallRow random() {
        return new RecallRow(MOST_TOKENS + 1 + ThreadLocalRandom.current().nextInt(ROWS));
    }

    /** Whether a token count is the number of such a row, so that the lock can be recalled. */
    public static boolean isNumber(int tokenCount) {
        return tokenCount > MOST_TOKENS && tokenCount <= MOST_TOKENS + ROWS;
    }

    byte[] key() {
        return JdbcKeys.recalls(number);
    }
}
