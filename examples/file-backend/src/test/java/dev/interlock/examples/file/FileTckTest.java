// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Every rule of the contract, on files. */
class FileTckTest extends LockTck {

    @TempDir
    static Path directory;

    @Override
    protected LockFixture fixture() {
        return new FileFixture(directory);
    }
}
