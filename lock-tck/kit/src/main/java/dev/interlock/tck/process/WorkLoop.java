// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.AcquireOptions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The rounds of acquire, update and release that a client process makes on several threads until it gets the command to
 * stop. For one run at a time.
 */
final class WorkLoop {

    private static final long REST_MILLIS = 20;

    /** So that the threads of a process contend within a client, and its clients with each other. */
    private static final int CLIENTS = 2;

    private final ClientCommands commands;
    private final Executor threads;
    private final List<CompletableFuture<Void>> running = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);

    WorkLoop(ClientCommands commands, Executor threads) {
        this.commands = commands;
        this.threads = threads;
    }

    /** Starts the given number of threads. Each makes its own choices from the seed. */
    String[] start(int count, String locks, AcquireOptions options, String seed) {
        List<String> names = List.of(locks.split(",", -1));
        for (int i = 0; i < count; i++) {
            Random choices = new Random(Long.parseLong(seed) + i);
            int client = i % CLIENTS;
            running.add(CompletableFuture.runAsync(() -> work(client, names, options, choices), threads));
        }
        return new String[] {CommandResult.OK, ""};
    }

    private void work(int client, List<String> names, AcquireOptions options, Random choices) {
        try {
            boolean go = stopped.getCount() > 0;
            while (go) {
                String name = names.get(choices.nextInt(names.size()));
                boolean done = commands.round(client, name, options).isOk();
                // A store that cannot be reached refuses at once: without a pause, this loop would only spin.
                go = !stopped.await(done ? 0 : REST_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the rounds under way. */
    String[] stop() {
        stopped.countDown();
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
        return new String[] {CommandResult.OK, ""};
    }
}
