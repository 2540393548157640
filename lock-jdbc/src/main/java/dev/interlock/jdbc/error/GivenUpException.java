// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import java.io.Serial;
import java.sql.SQLTransientConnectionException;

/** So many statements that this client gave up may still run at the server that it sends no more. */
public final class GivenUpException extends SQLTransientConnectionException {

    @Serial
    private static final long serialVersionUID = 1;

    public GivenUpException(int count) {
        super(count + " statements that this client gave up");
    }
}
