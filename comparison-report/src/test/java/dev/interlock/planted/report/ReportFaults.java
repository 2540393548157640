// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.report;

import java.util.Date;

/** Planted faults of the report. */
public final class ReportFaults {

    static final class MakesDate {
        @SuppressWarnings("JavaUtilDate")
        Date time() {
            return new Date();
        }
    }

    /** No fault: the report speaks to its user. */
    static final class Prints {
        void print() {
            System.out.println();
        }
    }
}
