// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.backend;

/** There is no server here to run a backend on; the message contains the attempts and a remedy. */
public final class NoServerException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * An exception with the reason.
     *
     * @param reason one sentence
     */
    public NoServerException(String reason) {
        super(reason);
    }
}
