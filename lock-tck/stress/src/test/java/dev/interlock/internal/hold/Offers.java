// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.internal.client.StressClient;

/** Hand-offs for tests of other packages. */
public final class Offers {

    private Offers() {}

    /** The offer of a hold whose release was not asked for yet. */
    public static HandOffOffer of(StressClient client, Hold hold) {
        return new HandOffOffer(client.engine.holds, hold);
    }
}
