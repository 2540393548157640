// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.LockName;
import dev.interlock.spi.Share;
import java.nio.charset.StandardCharsets;

/**
 * A part of a shared lock, as the engine of one client knows it: {@code cache/read}, {@code cache/write},
 * {@code exports/2-of-5}, with {@code #1} and so on for the parts that this client has beside the first of the same
 * kind. Users see these names in events and messages.
 *
 * @param lock the shared lock, as the store knows it
 * @param share what the part takes of it
 * @param index of the part among those of this client that are alike
 */
record PartName(LockName lock, Share share, int index) {

    /** What is left of a name for the user: the rest is for the longest suffix. */
    static final int MAX_BYTES = 160;

    private static final String READ = "read";
    private static final String WRITE = "write";
    private static final String OF = "-of-";

    /** Checks the length of the name. */
    PartName {
        int bytes = lock.value().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "name of a shared lock must have at most " + MAX_BYTES + " bytes of UTF-8 but has " + bytes);
        }
    }

    /** The first part of its kind. */
    static PartName of(LockName lock, Share share) {
        return new PartName(lock, share, 0);
    }

    /** The part with a name that {@link #name} made. */
    static PartName parse(LockName name) {
        String value = name.value();
        int slash = value.lastIndexOf('/');
        int hash = value.lastIndexOf('#');
        boolean numbered = hash > slash;
        return new PartName(
                new LockName(value.substring(0, slash)),
                share(value.substring(slash + 1, numbered ? hash : value.length())),
                numbered ? Integer.parseInt(value.substring(hash + 1)) : 0);
    }

    private static Share share(String text) {
        return switch (text) {
            case READ -> Share.READ;
            case WRITE -> Share.WRITE;
            default -> {
                int of = text.indexOf(OF);
                yield new Share(
                        Integer.parseInt(text.substring(0, of)), Integer.parseInt(text.substring(of + OF.length())));
            }
        };
    }

    PartName at(int other) {
        return new PartName(lock, share, other);
    }

    LockName name() {
        String kind;
        if (share.equals(Share.READ)) {
            kind = READ;
        } else {
            kind = share.equals(Share.WRITE) ? WRITE : share.units() + OF + share.limit();
        }
        return new LockName(lock.value() + "/" + kind + (index == 0 ? "" : "#" + index));
    }
}
