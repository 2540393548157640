// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;

/** Opens the backend at a uri, in this process or in another: the kit finds it by its name there. */
public final class FileOpener implements BackendOpener {

    @Override
    public LockBackend open(String uri) {
        return new FileLockBackendProvider().open(LockSettings.of(uri));
    }
}
