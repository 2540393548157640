// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The redis-server programs inside {@code com.github.codemonstur:embedded-redis:1.4.4}. Only the program is used, not
 * the library. It is unpacked once per user into a cache; each use checks its known hash.
 */
enum BundledRedis {
    LINUX_AMD64(
            "redis-server-6.2.6-v5-linux-amd64", "1f716094e08a25faee2bc7626feb9e13464ed89018ac5c376c5e9cff06bdcf52"),
    LINUX_ARM64("redis-server-6.2.7-linux-arm64", "036a23aa65bfb31d2a048aa96c170b38c2fbd4f1de68ef0f9c3133dd4b1474cd"),
    DARWIN_AMD64(
            "redis-server-6.2.6-v5-darwin-amd64", "7a4eb450d90a6ce9a2c651cfc4a0613b980a270c6426cbb6fa42d6c3beec9ce8"),
    DARWIN_ARM64(
            "redis-server-6.2.6-v5-darwin-arm64", "c523aec5a9b6f565cff0271ef67f5c51fa83e1180e3e954ab5251b3cf6282b76");

    /** The artifact's part of the path in the cache. */
    static final String ARTIFACT = "embedded-redis-1.4.4";

    private final String resource;
    private final String sha256;

    BundledRedis(String resource, String sha256) {
        this.resource = resource;
        this.sha256 = sha256;
    }

    /** The program for a system as Java names it; empty if the artifact has no usable one. */
    static Optional<BundledRedis> of(String osName, String osArch) {
        String arch = Map.of("amd64", "AMD64", "x86_64", "AMD64", "aarch64", "ARM64")
                .getOrDefault(osArch.toLowerCase(Locale.ROOT), osArch);
        String system = osName.toLowerCase(Locale.ROOT).startsWith("mac") ? "DARWIN" : osName.toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(bundled -> bundled.name().equals(system + "_" + arch))
                .findFirst();
    }

    /**
     * The executable in the cache, unpacked if it is missing or damaged. Several processes may do so at once.
     *
     * @throws IOException if the artifact is not on the class path, differs from the known one, or cannot be written
     */
    Path unpack(UserCache cache) throws IOException {
        String directory = ARTIFACT + "-" + name().toLowerCase(Locale.ROOT);
        return cache.directory(directory, this::isSound, this::unpackInto).resolve(resource);
    }

    private boolean isSound(Path directory) throws IOException {
        Path executable = directory.resolve(resource);
        return Files.isExecutable(executable) && isKnown(executable);
    }

    private boolean isKnown(Path executable) throws IOException {
        return Checksum.of(executable).equals(sha256);
    }

    private void unpackInto(Path directory) throws IOException {
        Path executable = directory.resolve(resource);
        try (InputStream in = BundledRedis.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(ARTIFACT + " is not on the class path");
            }
            Files.copy(in, executable);
        }
        if (!isKnown(executable)) {
            throw new IOException(resource + " on the class path is not that of " + ARTIFACT);
        }
        if (!executable.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + executable + " executable");
        }
    }
}
