// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.key;

import dev.interlock.LockName;
import dev.interlock.spi.AttemptId;
import io.etcd.jetcd.ByteSequence;
import java.nio.charset.StandardCharsets;

/**
 * Where locks live: below {@code <namespace>/<encoded name>/} the holder has {@code holder}, its hint is in {@code hint},
 * and each waiter has {@code queue/<attempt id>}.
 *
 * @param namespace without slashes at its ends; empty for none
 */
public record EtcdKeys(String namespace) {

    /** No name is encoded to this: an encoded percent sign is always followed by two digits of its code. */
    private static final String PROBE = "%interlock-probe";

    /** The key that the holder of a lock has, with the attempt's id as its value. */
    public ByteSequence holder(LockName name) {
        return key(directory(name) + "holder");
    }

    /** The key with the text that the holder's client gave for people. */
    public ByteSequence hint(LockName name) {
        return key(directory(name) + "hint");
    }

    /** What the keys of all waiters for a lock begin with. */
    public ByteSequence queue(LockName name) {
        return key(directory(name) + "queue/");
    }

    /** The key that a waiter has. */
    public ByteSequence waiter(LockName name, AttemptId id) {
        return key(directory(name) + "queue/" + id.text());
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
        return prefix() + encode(name.value()) + "/";
    }

    private String prefix() {
        return namespace.isEmpty() ? "" : namespace + "/";
    }

    /** One segment of a key: etcd takes all bytes, so only the separator and the percent sign itself are encoded. */
    static String encode(String name) {
        return name.replace("%", "%25").replace("/", "%2F");
    }
}
