// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.spi.AttemptId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nodes of one lock in the order of their creation, as one look showed them. A node is called
 * {@code lock-<attempt id>-<number>}; the first has the lock. Whatever else ends with a hyphen and a number of ten digits is in
 * the queue too, since it may be of a newer version.
 *
 * <p>The number is 32 bits wide and may overflow (https://zookeeper.apache.org/doc/r3.9.5/zookeeperProgrammers.html), so it is
 * compared by the distance: two nodes that exist together are less than 2^31 creations apart.
 *
 * @param parent the path of the lock
 * @param children the names of the nodes in the queue, the first first
 */
record ZookeeperQueue(String parent, List<String> children) {

    private static final Pattern NUMBERED = Pattern.compile(".*-(\\d{10}|-\\d{10})", Pattern.DOTALL);
    private static final Comparator<String> BY_NUMBER = (one, other) -> Integer.signum(number(one) - number(other));

    static ZookeeperQueue of(String parent, List<String> children) {
        return new ZookeeperQueue(
                parent,
                children.stream()
                        .filter(child -> NUMBERED.matcher(child).matches())
                        .sorted(BY_NUMBER)
                        .toList());
    }

    /** What the server is asked to create; it appends the number. */
    static String prefix(String parent, AttemptId id) {
        return parent + "/" + start(id);
    }

    private static String start(AttemptId id) {
        return "lock-" + id.text() + "-";
    }

    private static int number(String child) {
        Matcher matcher = NUMBERED.matcher(child);
        return matcher.matches() ? (int) Long.parseLong(matcher.group(1)) : 0;
    }

    boolean isEmpty() {
        return children.isEmpty();
    }

    /** The path of the first node. */
    Optional<String> first() {
        return children.stream().findFirst().map(this::path);
    }

    /** The paths of the nodes of an attempt. */
    List<String> of(AttemptId id) {
        return children.stream()
                .filter(child -> child.startsWith(start(id)))
                .map(this::path)
                .toList();
    }

    boolean contains(String path) {
        return children.stream().map(this::path).anyMatch(path::equals);
    }

    /** The path of the node just before another one, or empty if that is the first. */
    Optional<String> before(String path) {
        int index = children.indexOf(path.substring(parent.length() + 1));
        return index <= 0 ? Optional.empty() : Optional.of(path(children.get(index - 1)));
    }

    private String path(String child) {
        return parent + "/" + child;
    }
}
