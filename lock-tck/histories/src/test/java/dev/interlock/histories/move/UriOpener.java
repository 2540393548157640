// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories.move;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.toolbox.BackendProviders;
import dev.interlock.tck.process.BackendOpener;

/** Opens the backend that a connection string names, in a client process. */
public final class UriOpener implements BackendOpener {

    /** For client processes. */
    public UriOpener() {
        // Called by reflection, by the name of the class.
    }

    @Override
    public LockBackend open(String address) {
        return BackendProviders.open(LockSettings.of(address));
    }
}
