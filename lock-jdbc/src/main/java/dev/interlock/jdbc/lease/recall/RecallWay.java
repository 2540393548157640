// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * The way on which texts of other sessions arrive at one session of this client: the ids of attempts whose locks other
 * clients recall, and this client's own beats. For one thread, but for {@link #send}.
 */
public interface RecallWay {

    /**
     * Begins on a new session: each text that is sent from now on arrives there.
     *
     * @param connection the session, with autocommit on
     * @throws SQLException if it does not
     */
    void begin(Connection connection) throws SQLException;

    /**
     * Waits until some arrive, and takes them.
     *
     * @param connection the session
     * @param limit about how long at most
     * @return those that arrived, each once; may be empty before the limit
     * @throws SQLException if some may not have arrived
     */
    List<String> await(Connection connection, Duration limit) throws SQLException;

    /** The text of a beat: no other one that arrives on this session is equal to it. */
    String beat(long number);

    /** Sends a beat on another session, as other clients send their recalls. */
    void send(Connection connection, String beat) throws SQLException;
}
