// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.report;

import dev.interlock.planted.mutants.memory.defect.Defect;
import dev.interlock.planted.redis.command.Script;
import java.util.Date;

/** Planted faults of the report. */
public final class ReportFaults {

    static final class MakesDate {
        @SuppressWarnings("JavaUtilDate")
        Date time() {
            return new Date();
        }
    }

    abstract static class SeesCommand {
        abstract Script script();
    }

    abstract static class SeesDefect {
        abstract Defect defect();
    }

    /** No fault: the report speaks to its user. */
    static final class Prints {
        void print() {
            System.out.println();
        }
    }
}
