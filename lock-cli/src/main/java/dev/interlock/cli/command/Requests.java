// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.LockUnavailableException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.exit.Failure;
import java.util.function.Supplier;

/** Turns the exceptions of a request into the end of this program. */
final class Requests {

    private Requests() {}

    /** A request that the store must answer; one that it does not answer ends with the exit code. */
    static <T> T answered(int unavailable, Supplier<T> request) {
        try {
            return request.get();
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (LockUnavailableException e) {
            throw new Failure(unavailable, String.valueOf(e.getMessage()));
        }
    }
}
