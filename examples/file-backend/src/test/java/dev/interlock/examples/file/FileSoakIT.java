// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.tck.FaultLink;
import dev.interlock.tck.soak.SoakTck;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Processes that contend for locks in files, and are stopped and killed. */
@Tag("nightly")
class FileSoakIT extends SoakTck<FileFixture> {

    @TempDir
    static Path directory;

    FileSoakIT() {
        super(FileSoakIT::withoutLink, fixture -> fixture);
    }

    /** With a link all backends would be in this process, because the link is here. */
    private static FileFixture withoutLink() {
        return new FileFixture(directory) {
            @Override
            public Optional<FaultLink> link() {
                return Optional.empty();
            }
        };
    }
}
