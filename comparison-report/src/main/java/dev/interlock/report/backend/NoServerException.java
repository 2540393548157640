// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.backend;

/** There is no server here to run a backend on; the message says what was tried and what would help. */
public final class NoServerException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * With the reason.
     *
     * @param reason one sentence
     */
    public NoServerException(String reason) {
        super(reason);
    }
}
