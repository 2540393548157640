// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.exit;

/** The end of this program with one line and an exit code. */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * Creates the failure.
     *
     * @param exitCode one of {@link ExitCode}
     * @param message one line, without secrets
     */
    public Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The exit code of the program. */
    public int exitCode() {
        return exitCode;
    }
}
