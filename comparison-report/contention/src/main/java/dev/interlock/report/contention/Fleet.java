// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contention.contender.Contender;
import dev.interlock.report.contention.contender.StoreAddress;
import dev.interlock.report.contention.round.Board;
import dev.interlock.report.contention.round.RoundOrder;
import dev.interlock.report.contention.round.RoundShare;
import dev.interlock.report.contention.round.Setup;
import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVMs of one contender. They live through all rounds, so each contender's code is compiled separately and is warm
 * for each of its rounds. Used by one thread.
 */
final class Fleet implements AutoCloseable {

    private final String store;
    private final Contender contender;
    private final StoreAddress address;
    private final Path file;
    private final Board board;
    private final List<ClientJvm> jvms = new ArrayList<>();

    Fleet(String store, Contender contender, StoreAddress address) throws IOException {
        this.store = store;
        this.contender = contender;
        this.address = address;
        this.file = RunDirectory.ofThisJvm().create("board").resolve("board");
        this.board = Board.map(file);
    }

    Contender contender() {
        return contender;
    }

    /** Prepares the JVMs for a round, up to the start signal. */
    List<ClientJvm> prepare(RoundOrder order) throws InterruptedException {
        List<ClientJvm> started = new ArrayList<>();
        while (jvms.size() < order.workload().jvms()) {
            ClientJvm jvm = ClientJvm.start(new Setup(store, contender.id(), address, file.toString(), jvms.size()));
            jvms.add(jvm);
            started.add(jvm);
        }
        for (ClientJvm jvm : started) {
            jvm.awaitReady();
        }
        board.clear();
        List<ClientJvm> team = jvms.subList(0, order.workload().jvms());
        team.forEach(jvm -> jvm.order(order));
        for (ClientJvm jvm : team) {
            jvm.awaitReady();
        }
        return team;
    }

    /** Runs a round. */
    List<RoundShare> run(List<ClientJvm> team, Duration length) throws InterruptedException {
        team.forEach(ClientJvm::go);
        List<RoundShare> shares = new ArrayList<>();
        for (ClientJvm jvm : team) {
            shares.add(jvm.share(length));
        }
        return shares;
    }

    @Override
    public void close() {
        jvms.forEach(ClientJvm::close);
        jvms.clear();
    }
}
