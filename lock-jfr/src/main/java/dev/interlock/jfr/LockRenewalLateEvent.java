// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A renewal has been due for a sixth of its lease and has not begun. */
@Name(LockJfrEvents.RENEWAL_LATE)
@Label("Lock Renewal Late")
@Description("A renewal has been due for a sixth of its lease and has not begun: all renewal threads are busy")
@Category("Interlock")
@StackTrace(false)
final class LockRenewalLateEvent extends Event {

    @Label("Lock")
    @Nullable
    String lock;

    @Label("Store")
    @Nullable
    String store;

    @Label("Fencing Token")
    long token;

    @Label("Late")
    @Description("How long the renewal has been due")
    @Timespan(Timespan.NANOSECONDS)
    long late;

    @Label("Remaining")
    @Description("The time left of the proven lease")
    @Timespan(Timespan.NANOSECONDS)
    long remaining;
}
