// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** An acquisition, from the call to its end. */
@Name(LockJfrEvents.WAIT)
@Label("Lock Wait")
@Description("An acquisition of a distributed lock, from the call to its end")
@Category("Interlock")
@StackTrace(false)
@Threshold("1 ms")
final class LockWaitEvent extends Event {

    @Label("Lock")
    @Nullable
    String lock;

    @Label("Store")
    @Nullable
    String store;

    @Label("Caller")
    @Description("The thread that asked for the lock")
    @Nullable
    Thread caller;

    @Label("Outcome")
    @Description("acquired, taken, timed_out, cancelled, unavailable or unknown")
    @Nullable
    String outcome;

    @Label("Fencing Token")
    @Description("The token of the hold; 0 without the lock")
    long token;

    @Label("Waited")
    @Description("The time from the call to its end, exactly; 0 if the store refused or did not answer")
    @Timespan(Timespan.NANOSECONDS)
    long waited;
}
