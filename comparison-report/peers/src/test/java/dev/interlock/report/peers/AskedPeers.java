// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers;

import dev.interlock.report.contender.Peer;
import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peers.question.Bounds;
import dev.interlock.report.peers.question.Question;
import dev.interlock.report.peers.store.PeerStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Puts one question to one peer, with times that suit tests. */
public final class AskedPeers {

    private static final Bounds BOUNDS = new Bounds(Duration.ofSeconds(2), Duration.ofSeconds(3));

    private AskedPeers() {}

    /** The cell, in a list; more would be wrong. */
    public static List<PeerCell> cells(Peer peer, Question question, Supplier<PeerStore> store)
            throws InterruptedException {
        List<PeerCell> cells = new ArrayList<>();
        new StoreRun(List.of(peer), List.of(question), BOUNDS, store, column -> {}, cells::add).run();
        return cells;
    }
}
