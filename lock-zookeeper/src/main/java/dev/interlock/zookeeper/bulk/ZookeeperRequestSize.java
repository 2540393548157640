// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.bulk;

import dev.interlock.LockName;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.zookeeper.data.ACL;

/**
 * How large the transaction for several locks can become. A server closes the connection on which it is sent more than
 * {@code jute.maxbuffer}, by default a byte less than a megabyte
 * (https://zookeeper.apache.org/doc/r3.9.5/zookeeperAdmin.html).
 */
final class ZookeeperRequestSize {

    /** Leaves room for the fields that the servers add when they replicate a request. */
    private static final long MOST_BYTES = 768 * 1024;

    /** A type, a flag and a code before each operation, and the lengths and numbers of three of them. */
    private static final long FIXED_BYTES = 3 * 9 + 8 + 2 * 16;

    /** What a node's path has beyond that of its parent, and the longest that it holds: a version and a hint. */
    private static final long NODE_BYTES = "/lock-0123456789abcdef0123456789abcdef-".length() + 2L + 100;

    private ZookeeperRequestSize() {}

    /**
     * Whether the largest that can become of it is let through.
     *
     * @param chroot what the client puts before each path that it sends; empty if nothing
     */
    static boolean fits(String chroot, ZookeeperPaths paths, List<ACL> acl, List<LockName> names) {
        long each = FIXED_BYTES + NODE_BYTES + 2 * bytes(acl);
        long all = names.stream()
                .mapToLong(name -> 3L * (chroot.length() + paths.lock(name).length()) + each)
                .sum();
        return all <= MOST_BYTES;
    }

    private static long bytes(List<ACL> acl) {
        return acl.stream()
                .mapToLong(entry -> 12
                        + bytes(entry.getId().getScheme())
                        + bytes(entry.getId().getId()))
                .sum();
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
