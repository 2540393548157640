// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.os;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.Set;

/**
 * Directories in which only this user can have put anything. A directory that must be found again has a path that other
 * users know as well, and below {@code /tmp} they can create it first. They could put process ids to be killed or
 * programs to be started there, or make it a link to a place where we would then write.
 *
 * <p>The directories above are the user's responsibility: the sticky bit of {@code /tmp} keeps other users from
 * renaming our directories. Where there are no POSIX permissions, only links are refused.
 */
public final class OwnDirectory {

    private static final Set<PosixFilePermission> ONLY_OURS = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS_WRITE = PosixFilePermissions.fromString("----w--w-");

    private OwnDirectory() {}

    /**
     * Makes the directory with mode 700, or takes our existing one and closes it to other users.
     *
     * @throws IOException if it is a link, no directory, another user's, or one that other users could write to until
     *     now; nothing in it was touched
     */
    public static Path at(Path path) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        try {
            return posix
                    ? Files.createDirectory(path, PosixFilePermissions.asFileAttribute(ONLY_OURS))
                    : Files.createDirectory(path);
        } catch (FileAlreadyExistsException e) {
            if (Files.isSymbolicLink(path)) {
                throw refusal(path, "is a link");
            }
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw refusal(path, "is no directory");
            }
            if (posix) {
                requireOurs(path);
            }
            return path;
        }
    }

    private static void requireOurs(Path path) throws IOException {
        PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        UserPrincipal ourselves = ourselves();
        if (!found.owner().equals(ourselves)) {
            throw refusal(path, "belongs to " + found.owner().getName() + " and not to " + ourselves.getName());
        }
        if (!Collections.disjoint(found.permissions(), OTHERS_WRITE)) {
            throw refusal(path, "lets others write (" + PosixFilePermissions.toString(found.permissions()) + ")");
        }
        if (!found.permissions().equals(ONLY_OURS)) {
            Files.setPosixFilePermissions(path, ONLY_OURS);
        }
    }

    /** The owner of new files. The name of the user is no substitute: in a container no account may have it. */
    private static UserPrincipal ourselves() throws IOException {
        Path probe = Files.createTempFile("interlock-owner-", null);
        try {
            return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.delete(probe);
        }
    }

    private static IOException refusal(Path path, String why) {
        return new IOException(path + " " + why + ": what is in it may be another user's, so it is not used");
    }
}
