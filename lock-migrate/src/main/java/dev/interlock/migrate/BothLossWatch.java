// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.spi.Grant;
import dev.interlock.spi.LossWatch;
import java.util.Optional;

/**
 * Watches a lock in both stores, as far as they watch. Thread-safe.
 *
 * @param old the old store's, if it has one
 * @param recent the new store's, if it has one
 */
record BothLossWatch(Takes takes, Optional<LossWatch> old, Optional<LossWatch> recent) implements LossWatch {

    @Override
    public void begin(Grant grant) {
        Take.Granted granted = takes.find(grant.attempt()).granted();
        if (granted != null) {
            old.ifPresent(watch -> watch.begin(granted.old()));
            recent.ifPresent(watch -> watch.begin(granted.recent()));
        }
    }

    /** After the release, too, when nothing is known of the grant but its ids: the stores look at these only. */
    @Override
    public void end(Grant grant) {
        Take take = takes.find(grant.attempt());
        Take.Granted granted = take.granted();
        old.ifPresent(watch -> watch.end(granted != null ? granted.old() : of(grant, take.old())));
        recent.ifPresent(watch -> watch.end(granted != null ? granted.recent() : of(grant, take.recent())));
    }

    private static Grant of(Grant grant, Take.Part part) {
        return Grant.of(part.attempt(), grant.token(), grant.sentNanos(), grant.lease());
    }
}
