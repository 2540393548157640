// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.spi.LockBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;

/** Opens a backend at a {@link BackendHost}. The address is its port. */
public final class HostedBackendOpener implements BackendOpener {

    /** Creates an opener, in the client process. */
    public HostedBackendOpener() {
        // Called by reflection, by the name of the class.
    }

    @Override
    public LockBackend open(String address) {
        try {
            return new HostedBackend(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address)));
        } catch (IOException e) {
            throw new UncheckedIOException("no backend is hosted on port " + address, e);
        }
    }
}
