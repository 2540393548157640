// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import dev.interlock.LockName;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where locks live: {@code <base>/<encoded name>} is the parent of the {@linkplain ZookeeperQueue nodes} of the
 * holder and the waiters. Locks that several may hold have parents of their own.
 *
 * @param base an absolute path without a slash at its end; empty for the root
 * @param suffix what follows the name
 */
public record ZookeeperPaths(String base, String suffix) {

    /** No name is encoded to this: an encoded percent sign is always followed by two digits of its code. */
    private static final String RESERVED = "/%interlock-";

    /** No name is encoded to one with this end, for the same reason. */
    private static final String SHARES = "%shares";

    private static final String HEX = "0123456789ABCDEF";

    /** A base below the namespace of a client; both without slashes at their ends. */
    public static ZookeeperPaths of(String namespace, String base) {
        StringBuilder path = new StringBuilder();
        for (String each : new String[] {namespace, base}) {
            if (!each.isEmpty()) {
                path.append('/').append(each);
            }
        }
        return new ZookeeperPaths(path.toString(), "");
    }

    /** The same for locks that several may hold: they are others, also with the same names. */
    public ZookeeperPaths ofShares() {
        return new ZookeeperPaths(base, SHARES);
    }

    /** The parent of the nodes of a lock. */
    public String lock(LockName name) {
        return base + "/" + encode(name.value()) + suffix;
    }

    /** A parent that no lock of a user can have. */
    public String reserved(String use) {
        return base + RESERVED + use;
    }

    /** The base and the nodes above it, from the top. */
    public List<String> ancestors() {
        List<String> all = new ArrayList<>();
        for (int slash = base.indexOf('/', 1); slash > 0; slash = base.indexOf('/', slash + 1)) {
            all.add(base.substring(0, slash));
        }
        if (!base.isEmpty()) {
            all.add(base);
        }
        return all;
    }

    /**
     * One segment of a path, injectively: percent-encodes the bytes of UTF-8 that a path cannot hold, those that are no
     * plain ASCII, and the percent sign; and the first character of the segments that mean something else.
     */
    static String encode(String name) {
        if (name.equals(".") || name.equals("..") || name.equals("zookeeper")) {
            return escaped(name.charAt(0)) + name.substring(1);
        }
        // Most names are, and every step of a lock comes by here.
        if (name.chars().allMatch(ZookeeperPaths::isPlain)) {
            return name;
        }
        StringBuilder encoded = new StringBuilder(name.length() + 8);
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(each)) {
                encoded.append((char) each);
            } else {
                encoded.append(escaped(each));
            }
        }
        return encoded.toString();
    }

    /** The name of the exclusive lock that this child of the base is the parent of; empty if it is none. */
    public static Optional<LockName> name(String child) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(child.length());
        for (int i = 0; i < child.length(); i++) {
            boolean escaped = child.charAt(i) == '%' && i + 2 < child.length();
            int high = escaped ? HEX.indexOf(child.charAt(i + 1)) : -1;
            int low = escaped ? HEX.indexOf(child.charAt(i + 2)) : -1;
            boolean read = high >= 0 && low >= 0;
            bytes.write(read ? high << 4 | low : child.charAt(i));
            i += read ? 2 : 0;
        }
        try {
            LockName name = new LockName(bytes.toString(StandardCharsets.UTF_8));
            return encode(name.value()).equals(child) ? Optional.of(name) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isPlain(int code) {
        return code > ' ' && code <= '~' && code != '%' && code != '/';
    }

    private static String escaped(int code) {
        return "%" + HEX.charAt((code >> 4) & 15) + HEX.charAt(code & 15);
    }
}
