// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import dev.interlock.spi.AttemptId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one lock in the order of their creation, as one look showed them. A node is called
 * {@code lock-<attempt id>-<number>}, with a {@linkplain ZookeeperMark mark} before the number if there is something to
 * say. {@link ZookeeperTurn} says which of them have the lock. Whatever else ends with a hyphen and such a number is in
 * the queue too, since it may be of a newer version.
 *
 * <p>The number is 32 bits wide and may overflow (https://zookeeper.apache.org/doc/r3.9.5/zookeeperProgrammers.html),
 * so it is compared by the distance: two nodes that exist together are less than 2^31 creations apart.
 *
 * @param parent the path of the lock
 * @param children the names of the nodes in the queue, the first first
 */
public record ZookeeperQueue(String parent, List<String> children) {

    private static final String LOCK = "lock-";

    /** Where a mark begins: behind the id, which is 32 digits long, and its hyphen. */
    private static final int MARK_AT = LOCK.length() + 33;

    /** The width of a number, its sign included; only a number below zero can be wider. */
    private static final int WIDTH = 10;

    private static final Comparator<String> BY_NUMBER = (one, other) -> Integer.signum(number(one) - number(other));

    /** On the way of every acquisition, where the queue nearly always has one node: no streams, no patterns. */
    public static ZookeeperQueue of(String parent, List<String> children) {
        List<String> queue = new ArrayList<>(children.size());
        for (String child : children) {
            if (numberAt(child) > 0) {
                queue.add(child);
            }
        }
        queue.sort(BY_NUMBER);
        return new ZookeeperQueue(parent, queue);
    }

    /** What the server is asked to create for an attempt; it appends the number. */
    public static String prefix(String parent, AttemptId id, ZookeeperMark mark) {
        return parent + "/" + start(id) + mark.text();
    }

    private static String start(AttemptId id) {
        return LOCK + id.text() + "-";
    }

    private static int number(String child) {
        return (int) Long.parseLong(child.substring(numberAt(child)));
    }

    /** Where the number begins, behind its hyphen; 0 if there is none. */
    private static int numberAt(String child) {
        int start = child.length();
        while (start > 0 && child.charAt(start - 1) >= '0' && child.charAt(start - 1) <= '9') {
            start--;
        }
        boolean negative = isHyphen(child, start - 1) && isHyphen(child, start - 2);
        int number = negative ? start - 1 : start;
        int width = child.length() - number;
        boolean fits = width == WIDTH || (negative && width == WIDTH + 1);
        return fits && isHyphen(child, number - 1) ? number : 0;
    }

    private static boolean isHyphen(String child, int index) {
        return index >= 0 && child.charAt(index) == '-';
    }

    /** Whether the client of the first node may retain the lock, and so wants to hear that others ask for it. */
    public boolean isRecallable() {
        if (children.isEmpty()) {
            return false;
        }
        String first = children.get(0);
        return first.startsWith(ZookeeperMark.RECALLABLE, numberAt(first) - ZookeeperMark.RECALLABLE.length());
    }

    boolean isEmpty() {
        return children.isEmpty();
    }

    /** The path of the first node. */
    public Optional<String> first() {
        return children.isEmpty() ? Optional.empty() : Optional.of(path(children.get(0)));
    }

    /** The paths of so many nodes, from the first. */
    public List<String> head(int count) {
        return children.subList(0, count).stream().map(this::path).toList();
    }

    /** The paths of the nodes of an attempt. */
    public List<String> of(AttemptId id) {
        return children.stream()
                .filter(child -> child.startsWith(start(id)))
                .map(this::path)
                .toList();
    }

    /** Where a node stands, from 0; -1 if it is not there. */
    public int indexOf(String path) {
        return children.indexOf(child(path));
    }

    /** What stands between the attempt's id and the number; null in the name of a node that has no such id. */
    @Nullable
    static String mark(String child) {
        int number = numberAt(child);
        return child.startsWith(LOCK) && number >= MARK_AT ? child.substring(MARK_AT, number) : null;
    }

    private String child(String path) {
        return path.substring(parent.length() + 1);
    }

    String path(String child) {
        return parent + "/" + child;
    }
}
