// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.CheckRow.Verdict;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;

/** The difference between the wall clocks of a server and of this machine. */
final class Clocks {

    private static final long MICROS_PER_MILLI = 1_000;
    private static final long MUCH_MILLIS = 1_000;

    private Clocks() {}

    /** Compares them; {@code server} returns microseconds since 1970. */
    static CheckRow compare(LongSupplier here, Callable<Long> server) throws Exception {
        long before = here.getAsLong();
        long there = server.call();
        long after = here.getAsLong();
        long offset = (there - before - (after - before) / 2) / MICROS_PER_MILLI;
        long by = (after - before) / 2 / MICROS_PER_MILLI + 1;
        String found = "the server's clock is " + Math.abs(offset) + " ms " + (offset < 0 ? "behind" : "ahead of")
                + " this machine's, give or take " + by + " ms; no lease depends on that";
        return Math.abs(offset) < MUCH_MILLIS + by
                ? new CheckRow("clock", Verdict.GOOD, found, "")
                : new CheckRow(
                        "clock",
                        Verdict.LIMITED,
                        found + ", but tokens begin at the server's clock: one that takes over and is behind gives"
                                + " smaller ones",
                        "let all servers follow one source of time, and slew instead of stepping");
    }
}
