// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.backend;

import dev.interlock.testbed.server.ServerSource;
import java.util.function.Supplier;

/** The start of a server that a backend runs on. */
public final class ServerStart {

    private ServerStart() {}

    /**
     * Starts a server, or a backend on it.
     *
     * @param <S> the server, or the backend on it
     * @param source where the server comes from
     * @param start starts it
     * @return the server, or the backend on it
     * @throws NoServerException if there is no server here, or it does not start
     */
    public static <S> S from(ServerSource source, Supplier<S> start) throws NoServerException {
        if (source instanceof ServerSource.Unavailable) {
            throw new NoServerException(source.toString());
        }
        try {
            return start.get();
        } catch (IllegalStateException e) {
            throw new NoServerException(String.valueOf(e.getMessage()));
        }
    }
}
