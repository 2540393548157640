// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Directories as another user might leave them for us, and what POSIX says of one. */
public final class ForeignDirectory {

    /** The user nobody, which owns nothing on any system. */
    private static final int ANOTHER_USER = 65534;

    private ForeignDirectory() {}

    /** Gives a file or directory to another user; aborts the test where only root could. */
    public static void giveAway(Path path) throws IOException {
        assumeTrue(path.getFileSystem().supportedFileAttributeViews().contains("unix"), "no owners here");
        assumeTrue(Files.getAttribute(Path.of("/"), "unix:uid").equals(uidOfNewFiles(path)), "only root can chown");
        Files.setAttribute(path, "unix:uid", ANOTHER_USER, LinkOption.NOFOLLOW_LINKS);
    }

    private static Object uidOfNewFiles(Path path) throws IOException {
        Path probe = Files.createTempFile(path.toAbsolutePath().getParent(), "probe", null);
        try {
            return Files.getAttribute(probe, "unix:uid");
        } finally {
            Files.delete(probe);
        }
    }

    /** Sets permissions, whatever the umask; aborts the test where there are none. */
    public static Path permit(Path path, String permissions) throws IOException {
        assumeTrue(path.getFileSystem().supportedFileAttributeViews().contains("posix"), "no permissions here");
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    public static void assertOnlyOurs(Path path) throws IOException {
        PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        assertThat(PosixFilePermissions.toString(found.permissions())).isEqualTo("rwx------");
    }
}
