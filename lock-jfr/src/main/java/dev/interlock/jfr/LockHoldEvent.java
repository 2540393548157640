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

/** A hold, from the grant to its release or loss. */
@Name(LockJfrEvents.HOLD)
@Label("Lock Hold")
@Description("A hold of a distributed lock, from the grant to its release or loss")
@Category("Interlock")
@StackTrace(false)
@Threshold("1 ms")
final class LockHoldEvent extends Event {

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
    @Description("released, not_held or unknown (a release that was not confirmed), or lost")
    @Nullable
    String outcome;

    @Label("Fencing Token")
    long token;

    @Label("Held")
    @Description("The time from the grant to the release, exactly; 0 if the hold ended otherwise")
    @Timespan(Timespan.NANOSECONDS)
    long held;
}
