// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import dev.interlock.spi.Share;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Whether it is the turn of a node, as one look at its queue showed it. A node takes units of a limit, and has the lock
 * if its units and those of all nodes before it stay within the limit. A lock that one client holds is the case of one
 * unit: the first node has it.
 *
 * <p><b>A turn does not end.</b> The servers append new nodes and never insert one, so the sum before a node only
 * shrinks. Units are at least one, so the sums grow along the queue: the nodes that have the lock are its head, and a
 * node has the lock no earlier than each node before it. Hence
 *
 * <ul>
 *   <li>the nodes that have the lock at one moment have the units of the last of them and of all before it, which are
 *       within the limit;
 *   <li>grants are made at the servers in the order of the nodes, which is that of the zxids that created them, and so
 *       of the tokens: a token is greater than those of all earlier grants. A client may learn of its grant later than
 *       a client behind it does; then both are readers or permits that have the lock together.
 *   <li>an old list, of a server that lags behind, shows too many nodes and never grants too early.
 * </ul>
 *
 * <p><b>One limit.</b> A node counts one before it that has another limit, or that cannot be read, as all units. So nodes
 * that have the lock together have one limit. That of the first node is in force: an attempt with another one is refused
 * and its node goes, so the nodes behind it wait for its end. Immutable.
 *
 * @param missing how many units before the node must end until it has the lock; none, or fewer, if it has it
 * @param blockers nodes with their units, whose ends to watch: the node can come to have the lock only if one of them
 *     ends. Those that are nearest, so that an end wakes few waiters: for a reader the last writer, for a writer the node
 *     before it, for permits as many units as there are beside its own, and one more
 * @param otherLimit the limit in force, if it is not that of the node
 */
public record ZookeeperTurn(long missing, Map<String, Integer> blockers, OptionalInt otherLimit) {

    /** The turn of the node at an index; of a node that is to be added, if the index is the size of the queue. */
    public static ZookeeperTurn of(ZookeeperQueue queue, int index, Share share) {
        List<String> before = queue.children().subList(0, index);
        long missing = (long) share.units() - share.limit();
        for (String child : before) {
            missing += units(child, share.limit());
        }
        Map<String, Integer> blockers = missing > 0 ? blockers(queue, before, share) : Map.of();
        return new ZookeeperTurn(missing, blockers, otherLimit(before, share));
    }

    public boolean hasCome() {
        return missing <= 0;
    }

    /** How many nodes have the lock, from the first. */
    public static int holders(ZookeeperQueue queue) {
        List<String> children = queue.children();
        int limit = children.isEmpty() ? 0 : limit(children.get(0)).orElse(1);
        long sum = 0;
        int holders = 0;
        for (String child : children) {
            sum += units(child, limit);
            if (sum > limit) {
                break;
            }
            holders++;
        }
        return holders;
    }

    /** As long as none of them ends, the node lacks a unit, whichever others end. */
    private static Map<String, Integer> blockers(ZookeeperQueue queue, List<String> before, Share share) {
        Map<String, Integer> blockers = new LinkedHashMap<>();
        int enough = share.limit() - share.units();
        long units = 0;
        for (int i = before.size() - 1; i >= 0 && units <= enough; i--) {
            int own = units(before.get(i), share.limit());
            blockers.put(queue.path(before.get(i)), own);
            units += own;
        }
        long[] spare = {units - enough};
        // The one that was found last may suffice without others: a writer without the readers behind it.
        blockers.values().removeIf(own -> {
            boolean needless = own < spare[0];
            spare[0] -= needless ? own : 0;
            return needless;
        });
        return blockers;
    }

    private static OptionalInt otherLimit(List<String> before, Share share) {
        OptionalInt first = before.isEmpty() ? OptionalInt.empty() : limit(before.get(0));
        return first.isPresent() && first.getAsInt() != share.limit() ? first : OptionalInt.empty();
    }

    private static OptionalInt limit(String child) {
        Share share = ZookeeperMark.share(ZookeeperQueue.mark(child));
        return share == null ? OptionalInt.empty() : OptionalInt.of(share.limit());
    }

    private static int units(String child, int limit) {
        // Without reading names: so it is for every lock that one client holds.
        if (limit == 1) {
            return 1;
        }
        Share share = ZookeeperMark.share(ZookeeperQueue.mark(child));
        return share == null || share.limit() != limit ? limit : share.units();
    }
}
