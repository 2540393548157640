// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileLockBackendProviderTest {

    @Test
    void a_uri_is_all_that_a_program_needs(@TempDir Path directory) throws Exception {
        try (LockClient client = LockClient.connect("file:" + directory + "?timeout=500ms");
                LockHandle handle = client.lock("orders").tryAcquire().orElseThrow()) {
            assertThat(handle.fencingToken()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "file:/var/lib/shop, /var/lib/shop",
        "file:///var/lib/shop/, /var/lib/shop",
        "file:/var/lib/../lib/my%20shop, /var/lib/my shop",
    })
    void the_directory_is_the_path(String uri, String directory) {
        assertThat(new FileLockBackendProvider().open(LockSettings.of(uri)).store())
                .isEqualTo("files in " + directory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:", "file:/", "file:locks", "file://host/locks", "file://me@/locks"})
    void anything_but_an_absolute_directory_is_refused(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileLockBackendProvider().open(LockSettings.of(uri)))
                .withMessageContaining("absolute directory");
    }

    @ParameterizedTest
    @CsvSource({"file:/locks?timeout=1, timeout", "file:/locks?timeout=2h, timeout", "file:/locks?time=1s, time"})
    void a_bad_option_is_named(String uri, String option) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileLockBackendProvider().open(LockSettings.of(uri)))
                .withMessageContaining("option '" + option + "'");
    }
}
