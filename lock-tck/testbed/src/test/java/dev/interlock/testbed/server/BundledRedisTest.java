// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BundledRedisTest {

    @TempDir
    private Path directory;

    private UserCache cache() {
        return new UserCache(directory);
    }

    @ParameterizedTest
    @EnumSource
    void is_unpacked_once_and_left_alone_while_it_is_sound(BundledRedis bundled) throws IOException {
        Path unpacked = bundled.unpack(cache());
        FileTime first = Files.getLastModifiedTime(unpacked);

        assertThat(unpacked)
                .isExecutable()
                .hasParentRaw(directory.resolve(
                        "embedded-redis-1.4.4-" + bundled.name().toLowerCase(Locale.ROOT)));
        assertThat(bundled.unpack(cache())).isEqualTo(unpacked);
        assertThat(Files.getLastModifiedTime(unpacked)).isEqualTo(first);
    }

    @Test
    void a_damaged_file_is_replaced_and_nothing_else_is_left_behind() throws IOException {
        Path unpacked = BundledRedis.LINUX_AMD64.unpack(cache());
        long size = Files.size(unpacked);
        Files.writeString(unpacked, "damaged");

        assertThat(BundledRedis.LINUX_AMD64.unpack(cache())).hasSize(size).isExecutable();
        try (Stream<Path> files = Files.list(unpacked.getParent())) {
            assertThat(files).containsExactly(unpacked);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, LINUX_AMD64",
        "Linux, aarch64, LINUX_ARM64",
        "Mac OS X, x86_64, DARWIN_AMD64",
        "Mac OS X, aarch64, DARWIN_ARM64"
    })
    void is_chosen_by_system(String name, String arch, BundledRedis bundled) {
        assertThat(BundledRedis.of(name, arch)).contains(bundled);
    }

    @ParameterizedTest
    @CsvSource({"Windows 11, amd64", "Linux, riscv64"})
    void is_not_there_for_every_system(String name, String arch) {
        assertThat(BundledRedis.of(name, arch)).isEmpty();
    }
}
