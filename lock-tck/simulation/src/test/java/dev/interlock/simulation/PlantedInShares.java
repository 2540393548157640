// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in the locks that several may hold. */
final class PlantedInShares {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                    "last-reader-keeps",
                    "the last reader leaves and does not release the grant",
                    "ReadGroups",
                    "return group.members == 0;",
                    "return group.members < 0;",
                    1000),
            new PlantedDefect(
                    "permit-is-not-given-on",
                    "a part that ends keeps its index from those that wait",
                    "PermitLock",
                    "() -> indexes.give(part, index));",
                    "() -> {});",
                    1000),
            new PlantedDefect(
                            "left-and-lost",
                            "a part that was released is lost when the grant that others still use is",
                            "Part",
                            "left = before != HandleState.LOST; return left ?",
                            "return before != HandleState.LOST ?",
                            5_000)
                    .hadUntil("05550aaa"),
            new PlantedDefect(
                            "try-that-fails-stays",
                            "a reader whose try fails stays a member of its group",
                            "ReadLock",
                            "} catch (RuntimeException e) { leave(group); throw e; }",
                            "} catch (RuntimeException e) { throw e; }",
                            60_000)
                    .hadUntil("05550aaa"),
            new PlantedDefect(
                            "close-leaves-waiters",
                            "a caller that waits for a part of its own client is not told of the close",
                            "PartIndexes",
                            "waiting.forEach(one -> one.completeExceptionally(new Closed()));",
                            "",
                            10_000)
                    .hadUntil("05550aaa"));

    private PlantedInShares() {}
}
