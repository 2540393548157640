// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.CheckReturnValue;
import dev.interlock.planted.internal.machine.SystemClock;
import dev.interlock.planted.report.ReportFaults;
import dev.interlock.planted.spi.Backend;
import java.util.List;

/** Planted faults of the root package. */
public final class ApiFaults {

    abstract static class SeesJackson {
        abstract JsonNode node();
    }

    abstract static class SeesSpi {
        abstract Backend backend();
    }

    abstract static class SeesEngine {
        abstract SystemClock clock();
    }

    abstract static class SeesReport {
        abstract ReportFaults report();
    }

    public abstract static class ShowsEngine {
        public abstract List<SystemClock> clocks();
    }

    public interface MayBeDropped {
        MayBeDropped withName(String name);
    }

    @CheckReturnValue
    public interface MustBeUsed {
        MustBeUsed withName(String name);
    }

    public static class NotFinal {}

    public static final class LockManager {}
}
