// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.Renewal;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Phase;
import dev.interlock.testbed.jvm.ChildJvm;
import dev.interlock.testbed.jvm.JavaProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A client of the store in a separate process. It acquires, acts and releases on command, it can be frozen and killed,
 * and it records all its steps in a history file. It does not outlive this JVM. Thread-safe.
 */
public final class ClientProcess implements AutoCloseable {

    /** The first answer includes the start of a JVM: a second, and a hundred times that on a loaded machine. */
    private static final Duration LIMIT = Duration.ofSeconds(100);

    private static final JavaProgram PROGRAM =
            new JavaProgram(ClientMain.class, List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));

    private final String name;
    private final ChildJvm child;
    private final ExecutorService threads;
    private final HistoryWriter nemesis;

    private ClientProcess(String name, ChildJvm child, ExecutorService threads, HistoryWriter nemesis) {
        this.name = name;
        this.child = child;
        this.threads = threads;
        this.nemesis = nemesis;
    }

    /**
     * Starts a client.
     *
     * @param name of the process in the history; unique there
     * @param access how it opens its backend
     * @param history the file for its records; must not exist
     * @param resources the resources that it works on
     * @param nemesis gets the comparison of the clocks
     * @return the client, once it has started
     * @throws IllegalStateException if it does not answer within 100 s
     */
    public static ClientProcess start(
            String name, ProcessAccess access, Path history, SharedResources resources, HistoryWriter nemesis) {
        ExecutorService threads = Executors.newCachedThreadPool();
        ChildJvm child = ChildJvm.start(
                "client process " + name,
                question -> threads.execute(
                        () -> question.answer(RemoteResources.answer(resources, name, question.words()))),
                PROGRAM,
                name,
                history.toAbsolutePath().toString(),
                access.opener().getName(),
                access.address());
        ClientProcess client = new ClientProcess(name, child, threads, nemesis);
        client.compareClocks();
        return client;
    }

    /** Records in the history whether the child's clock lies between two readings of this JVM's clock. */
    private void compareClocks() {
        // The first answer comes when the JVM is up: the window of the second answer is narrow.
        child.answer(LIMIT, child.ask(ClientCommands.CLOCK));
        long before = System.nanoTime();
        long there = Long.parseLong(
                child.answer(LIMIT, child.ask(ClientCommands.CLOCK)).get(0));
        long after = System.nanoTime();
        boolean between = there - before >= 0 && after - there >= 0;
        nemesis.handshake(between ? Phase.OK : Phase.FAIL, name + ": " + before + " <= " + there + " <= " + after);
    }

    /**
     * Lets the process acquire a lock.
     *
     * @param lock the name
     * @param maxWait how long it waits at most
     * @param lease of the hold
     * @param renewal whether the hold is renewed
     * @return completes with the key and the token of the handle, or with the reason for having none
     */
    public CompletableFuture<CommandResult> acquire(String lock, Duration maxWait, Duration lease, Renewal renewal) {
        return acquire(lock, maxWait, lease, renewal, Duration.ZERO);
    }

    /**
     * Lets the process acquire a lock that stays closed for a while if it is lost.
     *
     * @param lock the name
     * @param maxWait how long it waits at most
     * @param lease of the hold
     * @param renewal whether the hold is renewed
     * @param lockDelay how long the name stays closed after a loss
     * @return completes with the key and the token of the handle, or with the reason for having none
     */
    public CompletableFuture<CommandResult> acquire(
            String lock, Duration maxWait, Duration lease, Renewal renewal, Duration lockDelay) {
        return child.ask(
                        ClientCommands.ACQUIRE, lock, millis(maxWait), millis(lease), renewal.name(), millis(lockDelay))
                .thenApply(CommandResult::of);
    }

    /**
     * Lets a client of the process try to acquire a lock, without waiting for it, at a certain time.
     *
     * @param client its number, from 0; clients are opened as they are needed
     * @param lock the name
     * @param lease of the hold, which is renewed
     * @param atNanos when it tries, by the monotonic clock of this machine; at once if that is over
     * @return completes with the key and the token of the handle, or with the reason for having none
     */
    public CompletableFuture<CommandResult> tryAt(int client, String lock, Duration lease, long atNanos) {
        return child.ask(
                        ClientCommands.TRY,
                        lock,
                        millis(Duration.ZERO),
                        millis(lease),
                        Renewal.AUTO.name(),
                        Long.toString(atNanos),
                        Integer.toString(client))
                .thenApply(CommandResult::of);
    }

    /**
     * Lets the process add one to a shared resource under a lock: check that it holds, read, write.
     *
     * @param key of the handle
     * @param resource the resource
     * @return completes with the value written, or with the reason why it was not
     */
    public CompletableFuture<CommandResult> act(String key, String resource) {
        return child.ask(ClientCommands.ACT, key, resource).thenApply(CommandResult::of);
    }

    /**
     * Lets the process release a lock.
     *
     * @param key of the handle
     * @return completes with the name of a {@link dev.interlock.ReleaseResult}
     */
    public CompletableFuture<String> release(String key) {
        return child.ask(ClientCommands.RELEASE, key).thenApply(words -> words.get(0));
    }

    /**
     * Asks for the state of a handle.
     *
     * @param key of the handle
     * @return completes with the name of a {@link dev.interlock.HandleState}
     */
    public CompletableFuture<String> state(String key) {
        return child.ask(ClientCommands.STATE, key).thenApply(words -> words.get(0));
    }

    /**
     * Starts rounds of acquire, act and release.
     *
     * @param locks the names to choose from; the resources have the same names
     * @param maxWait how long each round waits for its lock at most
     * @param lease of each hold; it is renewed
     * @param threads how many at once
     * @param seed of the choices
     */
    public void work(List<String> locks, Duration maxWait, Duration lease, int threads, long seed) {
        CompletableFuture<List<String>> begun = child.ask(
                ClientCommands.WORK,
                String.join(",", locks),
                millis(maxWait),
                millis(lease),
                Renewal.AUTO.name(),
                Integer.toString(threads),
                Long.toString(seed));
        child.answer(LIMIT, begun);
    }

    /**
     * Ends the rounds.
     *
     * @return completes when the rounds under way are over
     */
    public CompletableFuture<Void> stopWork() {
        return child.ask(ClientCommands.STOP).thenAccept(words -> {});
    }

    /** Returns the name of the process in the history. */
    public String name() {
        return name;
    }

    /** Freezes the process (SIGSTOP). When this method returns, none of its threads runs. */
    public void freeze() {
        child.freeze();
    }

    /** Lets a frozen process continue (SIGCONT). */
    public void thaw() {
        child.thaw();
    }

    /** Kills the process (SIGKILL), frozen or not. When this method returns, it is gone. */
    public void kill() {
        child.kill();
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    /**
     * Compares the clocks once more, lets the process close its client and end, and deletes its log. A frozen process
     * is continued first; a killed process is gone already.
     */
    @Override
    public void close() {
        try {
            if (child.isAlive()) {
                thaw();
                compareClocks();
                child.end();
            }
        } finally {
            child.close();
            threads.shutdownNow();
        }
    }
}
