// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * One complete request or reply as it crossed the wire, parsed just enough to recognise it. Immutable and safe for use
 * by many threads.
 */
public final class Message {

    private final String name;
    private final List<String> arguments;
    private final byte[] bytes;

    /**
     * A message read by a {@link Framing}.
     *
     * @param name the kind of message, as its protocol names it
     * @param arguments its parts as text, as far as the protocol reads them
     * @param bytes the message exactly as it was on the wire; copied
     */
    public Message(String name, List<String> arguments, byte[] bytes) {
        this.name = name;
        this.arguments = List.copyOf(arguments);
        this.bytes = bytes.clone();
    }

    /** The kind of message: a command such as {@code EVALSHA}, or a reply's type as its framing names it. */
    public String name() {
        return name;
    }

    /** The parts after the name, as text; never null, empty if there are none or the framing does not read them. */
    public List<String> arguments() {
        return arguments;
    }

    /** A copy of the message as it was on the wire. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The first bytes of the message; all of them if it is not longer than {@code limit}. */
    public byte[] firstBytes(int limit) {
        return Arrays.copyOf(bytes, Math.min(limit, bytes.length));
    }

    /** The bytes after the first {@code count}; empty if there are none. */
    public byte[] bytesAfter(int count) {
        return Arrays.copyOfRange(bytes, Math.min(count, bytes.length), bytes.length);
    }

    /** Matches messages with one of these names, ignoring case. */
    public static Predicate<Message> named(String... names) {
        Set<String> wanted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        wanted.addAll(List.of(names));
        return message -> wanted.contains(message.name());
    }

    /** Matches every message. */
    public static Predicate<Message> any() {
        return message -> true;
    }

    @Override
    public String toString() {
        return name + " (" + bytes.length + " bytes)";
    }
}
