// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.exit;

/** The exit codes of this program, away from those that commands use: most are those of {@code sysexits.h}. */
public final class ExitCode {

    public static final int OK = 0;
    /** {@code doctor}: warnings, no broken promise. */
    public static final int WARNINGS = 1;
    /** {@code doctor}: the store cannot be reached, or cannot keep locks. */
    public static final int BROKEN = 2;
    /** Bad usage: an option, a name, a duration, a connection string. Nothing was done. */
    public static final int USAGE = 64;
    /** {@code free}: another holder has the lock. Nothing was changed. */
    public static final int OTHER_TOKEN = 65;
    /** {@code free}: the lock is not held. Nothing was changed. */
    public static final int NOT_HELD = 66;
    /** {@code free}: the answer was no. Nothing was changed. */
    public static final int DECLINED = 67;
    /** The store cannot be reached or cannot keep locks. Nothing was changed. */
    public static final int UNAVAILABLE = 69;
    /** The store did not report whether it did what was asked. */
    public static final int UNKNOWN = 70;
    /** {@code free}: the audit file cannot be written. Nothing was changed. */
    public static final int NO_AUDIT = 73;
    /** {@code run}: another holder has the lock. The command was not started. */
    public static final int NOT_ACQUIRED = 75;
    /** The store refused a list or a free: a right is missing, or the store cannot do it. Nothing was changed. */
    public static final int REFUSED = 77;
    /** {@code run}: the lock was lost, and the command was stopped. */
    public static final int LOST = 79;
    /** {@code run}: the command could not be started. */
    public static final int NOT_STARTED = 126;
    /** {@code run}: the command does not exist. */
    public static final int NOT_FOUND = 127;
    /** The program was ended by a signal, whose number is added; also a command that was. */
    public static final int SIGNALLED = 128;

    private ExitCode() {}
}
