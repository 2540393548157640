// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The time of all cores so far, as Linux counts it.
 *
 * @param total in ticks; 0 where the system does not count
 * @param busy ticks in which a core of this machine was busy
 * @param stolen ticks in which a core of this machine could have run and another machine did
 */
record MachineTime(long total, long busy, long stolen) {

    private static final Path STAT = Path.of("/proc/stat");
    private static final Pattern SPACES = Pattern.compile(" +");
    private static final int IDLE = 3;
    private static final int WAITING_FOR_DISK = 4;
    private static final int STEAL = 7;
    /** The times of guests follow, which the first two fields already include. */
    private static final int COUNTED = 8;

    private static final double TICKS_PER_SECOND = 100;

    private static final MachineTime NOBODY_COUNTS = new MachineTime(0, 0, 0);

    static MachineTime now() {
        try {
            return Files.isReadable(STAT) ? parse(Files.readString(STAT)) : NOBODY_COUNTS;
        } catch (IOException e) {
            return NOBODY_COUNTS;
        }
    }

    /** The first line: the word cpu and a count for each state. */
    static MachineTime parse(String stat) {
        String line = stat.lines().findFirst().orElse("");
        long[] ticks = Arrays.stream(SPACES.split(line, -1))
                .skip(1)
                .limit(COUNTED)
                .mapToLong(Long::parseLong)
                .toArray();
        if (ticks.length < COUNTED) {
            return NOBODY_COUNTS;
        }
        long total = Arrays.stream(ticks).sum();
        return new MachineTime(total, total - ticks[IDLE] - ticks[WAITING_FOR_DISK] - ticks[STEAL], ticks[STEAL]);
    }

    /** The share of the time since then that was stolen. */
    double stolenSince(MachineTime before) {
        long passed = total - before.total;
        return passed > 0 ? (double) (stolen - before.stolen) / passed : 0;
    }

    /** How many seconds all cores together have worked since then, for any process. */
    double busySecondsSince(MachineTime before) {
        return (busy - before.busy) / TICKS_PER_SECOND;
    }
}
