// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in the holds. */
final class PlantedInHolds {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                            "loss-of-no-hold",
                            "the client reports the loss of a hold that never was, since its grant came too late",
                            "Hold",
                            "return !deadline.hasPassed(); }",
                            "return state() != HandleState.LOST; }",
                            1000)
                    .hadUntil("2fba3f35"),
            new PlantedDefect(
                            "told-after-end",
                            "an event of a hold follows its end",
                            "Hold",
                            "if (isHeldNow()) { holds.events.publish(event); }",
                            "holds.events.publish(event);",
                            300)
                    .hadUntil("0e53929f"),
            new PlantedDefect(
                    "freed-after-waking",
                    "a release wakes the next before it counts the hold out",
                    "Hold",
                    "void endReleased() { holds.freed(this); holds.forget(this);",
                    "void endReleased() { holds.forget(this); holds.freed(this);",
                    50),
            new PlantedDefect(
                    "lost-twice",
                    "the end of a hold is counted twice",
                    "Hold",
                    "if (!move(Event.LOSS)) { return false; } holds.freed(this);",
                    "if (!move(Event.LOSS) && state != HoldState.LOST) { return false; } holds.freed(this);",
                    4000),
            new PlantedDefect(
                    "loss-told-twice",
                    "a consumer is notified twice of a loss",
                    "LossNotifier",
                    "callbacks.execute(() -> deliver(each.consumer, each.executor));",
                    "callbacks.execute(() -> deliver(each.consumer, each.executor)); "
                            + "callbacks.execute(() -> deliver(each.consumer, each.executor));",
                    50),
            new PlantedDefect(
                    "loss-not-told",
                    "a consumer that is registered after the loss is not notified",
                    "LossNotifier",
                    "callbacks.execute(() -> deliver(consumer, executor));",
                    "",
                    50),
            new PlantedDefect(
                    "lease-from-the-grant",
                    "the first lease counts from the answer of the store",
                    "Hold",
                    "deadline.prove(grant.sentNanos(), options.reliedOn(grant.lease()), driftMillisAtSend);",
                    "deadline.prove(grantedNanos, options.reliedOn(grant.lease()), driftMillisAtSend);",
                    1000),
            new PlantedDefect(
                    "deadline-by-timer",
                    "a hold is over when the timer says so, not when its lease is",
                    "Hold",
                    "if (known.isHeld() && (deadline.hasPassed() ||",
                    "if (known.isHeld() && (",
                    1000),
            new PlantedDefect(
                    "sleep-unnoticed",
                    "a machine that slept goes on to believe",
                    "LeaseDeadline",
                    "return driftMillis(clock) - provenDriftMillis > SLEPT_MILLIS;",
                    "return driftMillis(clock) - provenDriftMillis > Long.MAX_VALUE / 2;",
                    3000),
            new PlantedDefect(
                    "no-margin",
                    "a lease is relied on to its end",
                    "EffectiveOptions",
                    "return nanos - nanos / DRIFT_SHARE - ROUNDING_NANOS;",
                    "return nanos;",
                    1000),
            new PlantedDefect(
                    "set-part-kept",
                    "a set that gives back what it has keeps one of its locks",
                    "HeldParts",
                    "return all;",
                    "return all.subList(Math.min(1, all.size()), all.size());",
                    100));

    private PlantedInHolds() {}
}
