// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.AcquireOptions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Rounds of acquire, act and release on several threads until told to stop. For one run at a time. */
final class Work {

    private final ClientCommands commands;
    private final Executor threads;
    private final List<CompletableFuture<Void>> running = new CopyOnWriteArrayList<>();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private volatile boolean stopped;

    Work(ClientCommands commands, Executor threads) {
        this.commands = commands;
        this.threads = threads;
    }

    /** Starts so many threads, each with choices of its own that follow from the seed. */
    String[] start(int count, String locks, AcquireOptions options, String seed) {
        List<String> names = List.of(locks.split(",", -1));
        for (int i = 0; i < count; i++) {
            Random choices = new Random(Long.parseLong(seed) + i);
            running.add(CompletableFuture.runAsync(() -> work(names, options, choices), threads));
        }
        return new String[] {Answer.OK, ""};
    }

    private void work(List<String> names, AcquireOptions options, Random choices) {
        try {
            while (!stopped) {
                count(commands.round(names.get(choices.nextInt(names.size())), options));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void count(Answer answer) {
        AtomicLong counter = answer.isOk() ? done : answer.outcome().equals(Answer.FAIL) ? failed : unknown;
        counter.incrementAndGet();
    }

    /** Waits for the rounds under way; answers how many rounds were done, failed, and ended unknown. */
    String[] stop() {
        stopped = true;
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
        return Stream.concat(
                        Stream.of(Answer.OK, ""),
                        Stream.of(done, failed, unknown).map(AtomicLong::toString))
                .toArray(String[]::new);
    }
}
