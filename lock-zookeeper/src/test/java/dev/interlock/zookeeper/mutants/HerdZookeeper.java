// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Waiters queue in order, and every one of them watches all. */
final class HerdZookeeper extends SimpleZookeeper {

    HerdZookeeper(String uri) {
        super(uri);
    }

    @Override
    public Capabilities capabilities() {
        Capabilities simple = super.capabilities();
        return simple.withDeclared(EnumSet.allOf(Capability.class)).withWaiting(Waiting.SIGNAL);
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new Herd(attempt);
    }

    private final class Herd implements Contest {

        private final Attempt attempt;
        private final Stat stat = new Stat();
        private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
        private @Nullable String mine;
        private boolean granted;

        Herd(Attempt attempt) {
            this.attempt = attempt;
        }

        @Override
        public AcquireOutcome attempt() {
            CompletableFuture<Void> fresh = new CompletableFuture<>();
            signal = fresh;
            long sentNanos = now();
            try {
                String node = mine;
                if (node == null) {
                    session.create(path(attempt.name()));
                    node = session.zk()
                            .create(
                                    prefix(attempt),
                                    hint(attempt),
                                    PlainSession.OPEN,
                                    CreateMode.EPHEMERAL_SEQUENTIAL,
                                    stat);
                    mine = node;
                }
                session.zk().getChildren(path(attempt.name()), event -> fresh.complete(null));
                granted = session.children(path(attempt.name())).get(0).equals(node);
                paths.put(attempt.id(), node);
                return granted
                        ? granted(attempt, token(node, stat.getCzxid()), sentNanos)
                        : new AcquireOutcome.Contended(Duration.ofSeconds(30));
            } catch (KeeperException e) {
                return failed(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new AcquireOutcome.Unknown(e);
            }
        }

        @Override
        public CompletionStage<?> signal() {
            return signal;
        }

        @Override
        public boolean signalled() {
            return true;
        }

        @Override
        public void close() {
            String node = mine;
            if (!granted && node != null) {
                session.deleteSoon(node);
            }
        }
    }
}
