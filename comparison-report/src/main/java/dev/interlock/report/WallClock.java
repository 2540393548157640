// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * The wall clock for the date on the report and for comparisons with the clocks of servers. The measuring tools use no
 * other wall clock.
 */
final class WallClock {

    private WallClock() {}

    /** Microseconds since 1970. */
    static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    static Instant instant() {
        return Instant.now();
    }

    /** Now, to the second, with the offset of the local zone. */
    static String now() {
        return OffsetDateTime.now(ZoneId.systemDefault())
                .truncatedTo(ChronoUnit.SECONDS)
                .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    }
}
