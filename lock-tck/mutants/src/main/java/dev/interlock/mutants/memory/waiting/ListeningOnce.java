// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Listens once for all waiters of a lock, and ends that when the first of them leaves. */
final class ListeningOnce extends ForwardingBackend {

    private final Map<LockName, Queue<Listening>> waiters = new ConcurrentHashMap<>();

    ListeningOnce(LockBackend to) {
        super(to);
    }

    @Override
    public Contest contest(Attempt attempt) {
        Queue<Listening> others = waiters.computeIfAbsent(attempt.name(), first -> new ConcurrentLinkedQueue<>());
        Listening contest = new Listening(super.contest(attempt), others);
        others.add(contest);
        return contest;
    }

    private static final class Listening extends ForwardingContest {

        private final Queue<Listening> waiters;
        private volatile boolean listens = true;

        Listening(Contest to, Queue<Listening> waiters) {
            super(to);
            this.waiters = waiters;
        }

        @Override
        public AcquireOutcome attempt() {
            listens = true;
            return super.attempt();
        }

        @Override
        public CompletionStage<?> signal() {
            CompletableFuture<Boolean> heard = new CompletableFuture<>();
            super.signal().thenAccept(any -> {
                if (listens) {
                    heard.complete(true);
                }
            });
            return heard;
        }

        @Override
        public void close() {
            waiters.remove(this);
            waiters.forEach(each -> each.listens = false);
            super.close();
        }
    }
}
