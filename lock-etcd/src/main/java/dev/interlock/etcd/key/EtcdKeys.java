// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.key;

import dev.interlock.LockName;
import dev.interlock.spi.AttemptId;
import io.etcd.jetcd.ByteSequence;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where locks live: below {@code <namespace>/<encoded name>/} the holder has {@code holder}, its hint is in {@code hint},
 * and each waiter has {@code queue/<attempt id>}.
 *
 * @param namespace without slashes at its ends; empty for none
 */
public record EtcdKeys(String namespace) {

    /** No name is encoded to this: an encoded percent sign is always followed by two digits of its code. */
    private static final String PROBE = "%interlock-probe";

    /** The end of the key of a holder. */
    public static final String HOLDER = "holder";

    /** The end of the key of a hint. */
    public static final String HINT = "hint";

    /** Behind the lock, what the key of a waiter continues with; its attempt's id follows. */
    public static final String QUEUE = "queue/";

    private static final String SEPARATOR = "/";

    /** The key that the holder of a lock has, with the attempt's id as its value. */
    public ByteSequence holder(LockName name) {
        return key(directory(name) + HOLDER);
    }

    /** The key with the text that the holder's client gave for people. */
    public ByteSequence hint(LockName name) {
        return key(directory(name) + HINT);
    }

    /** What the keys of all waiters for a lock begin with. */
    public ByteSequence queue(LockName name) {
        return key(directory(name) + QUEUE);
    }

    /** The key that a waiter has. */
    public ByteSequence waiter(LockName name, AttemptId id) {
        return place(name, id.text());
    }

    /** The key of a waiter by the text of its attempt's id. */
    public ByteSequence place(LockName name, String id) {
        return key(directory(name) + QUEUE + id);
    }

    /** What the keys of all locks begin with whose names begin so. */
    public ByteSequence start(String names) {
        return key(prefix() + encode(names));
    }

    /**
     * A part of a lock.
     *
     * @param lock its name
     * @param name {@link #HOLDER}, {@link #HINT} or what follows {@link #QUEUE}
     */
    public record Part(LockName lock, String name) {}

    /** Which part of which lock has a key; empty if it is that of no lock. */
    public Optional<Part> part(ByteSequence key) {
        String path = key.toString(StandardCharsets.UTF_8).substring(prefix().length());
        int end = path.indexOf(SEPARATOR);
        if (end < 0) {
            return Optional.empty();
        }
        String encoded = path.substring(0, end);
        try {
            LockName lock = new LockName(decode(encoded));
            return encode(lock.value()).equals(encoded)
                    ? Optional.of(new Part(lock, path.substring(end + SEPARATOR.length())))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            // Another application's key.
            return Optional.empty();
        }
    }

    /** A key that belongs to no lock, for one start of one client. */
    public ByteSequence probe(AttemptId id) {
        return key(prefix() + PROBE + "/" + id.text());
    }

    /** What the holder's key holds: the attempt that it belongs to. */
    public static ByteSequence owner(AttemptId id) {
        return key(id.text());
    }

    /** A text as the store keeps it. */
    public static ByteSequence key(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    private String directory(LockName name) {
        return prefix() + encode(name.value()) + SEPARATOR;
    }

    private String prefix() {
        return namespace.isEmpty() ? "" : namespace + SEPARATOR;
    }

    /** One segment of a key: etcd takes all bytes, so only the separator and the percent sign itself are encoded. */
    static String encode(String name) {
        return name.replace("%", "%25").replace(SEPARATOR, "%2F");
    }

    private static String decode(String segment) {
        return segment.replace("%2F", SEPARATOR).replace("%25", "%");
    }
}
