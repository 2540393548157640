// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;

/** Opens the backend at a URI, in this process or in another one, where the kit finds this class by its name. */
public final class FileOpener implements BackendOpener {

    @Override
    public LockBackend open(String uri) {
        return new FileLockBackendProvider().open(LockSettings.of(uri));
    }
}
