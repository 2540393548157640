// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.tck.history.StoreModel;
import java.time.Duration;

/**
 * The expectations that rules have of a backend, derived from its declared capabilities. Immutable.
 *
 * @param capabilities the declared capabilities
 */
public record BackendProfile(Capabilities capabilities) {

    /**
     * Returns a lease that the store can keep.
     *
     * @param wanted the lease that would be best
     * @return that lease, or the store's shortest or longest if it is beyond these
     */
    public Duration nearestLease(Duration wanted) {
        Duration least = capabilities.minLease();
        Duration most = capabilities.maxLease();
        return wanted.compareTo(least) < 0 ? least : wanted.compareTo(most) > 0 ? most : wanted;
    }

    /**
     * Returns how the store keeps its promises, for the check of a history. All promises of the SPI count from the
     * request.
     *
     * @return the model
     */
    public StoreModel model() {
        StoreModel leases = StoreModel.lease().promisingFromInvoke();
        return capabilities.has(Capability.ENDS_WITH_CONNECTION) ? leases.endingWithConnection() : leases;
    }
}
