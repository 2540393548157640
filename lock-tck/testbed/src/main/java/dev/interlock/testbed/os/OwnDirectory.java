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
 * Directories that nobody but this user can have put anything into. One that must be found again has a path that
 * others know as well, and below {@code /tmp} they can be there first: with process ids to be killed, programs to be
 * started, or a link to where we then would write.
 *
 * <p>What lies above is up to the user: {@code /tmp} keeps others from renaming our directories, by its sticky bit.
 * Where there are no POSIX permissions, only links are refused.
 */
public final class OwnDirectory {

    private static final Set<PosixFilePermission> ONLY_OURS = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS_WRITE = PosixFilePermissions.fromString("----w--w-");

    private OwnDirectory() {}

    /**
     * Makes the directory with mode 700, or takes one that is ours and closes it to others.
     *
     * @throws IOException if it is a link, no directory, somebody else's, or one that others could write to until now;
     *     nothing in it was touched
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

    /** Whom new files belong to: the name of the user may be that of nobody, as in a container. */
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
