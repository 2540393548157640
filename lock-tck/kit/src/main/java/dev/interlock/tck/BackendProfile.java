// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.tck.history.StoreModel;
import java.time.Duration;

/**
 * What the rules may expect of a backend, derived from what it declares. Immutable.
 *
 * @param capabilities what it declares
 */
public record BackendProfile(Capabilities capabilities) {

    /**
     * A lease that the store can keep.
     *
     * @param wanted the lease that would be best
     * @return that, or the store's shortest or longest if it is beyond these
     */
    public Duration nearestLease(Duration wanted) {
        Duration least = capabilities.minLease();
        Duration most = capabilities.maxLease();
        return wanted.compareTo(least) < 0 ? least : wanted.compareTo(most) > 0 ? most : wanted;
    }

    /**
     * How the store keeps its promises, for the check of a history. All that the SPI promises counts from the request.
     *
     * @return the model
     */
    public StoreModel model() {
        StoreModel leases = StoreModel.lease().promisingFromInvoke();
        return capabilities.has(Capability.ENDS_WITH_CONNECTION) ? leases.endingWithConnection() : leases;
    }
}
