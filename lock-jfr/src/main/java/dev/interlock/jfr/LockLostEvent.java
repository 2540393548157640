// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A hold ended without a release. */
@Name(LockJfrEvents.LOST)
@Label("Lock Lost")
@Description("A hold of a distributed lock ended without a release: others may be inside")
@Category("Interlock")
@StackTrace(false)
final class LockLostEvent extends Event {

    @Label("Lock")
    @Nullable
    String lock;

    @Label("Store")
    @Nullable
    String store;

    @Label("Fencing Token")
    long token;

    @Label("Cause")
    @Description("expired, not_owner, session_ended, max_hold or client_closed")
    @Nullable
    String cause;

    @Label("Detail")
    @Nullable
    String detail;
}
