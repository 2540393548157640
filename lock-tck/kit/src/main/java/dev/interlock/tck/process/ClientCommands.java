// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.Renewal;
import dev.interlock.spi.Share;
import dev.interlock.tck.history.LockPart;
import dev.interlock.tck.time.Moment;
import dev.interlock.testbed.jvm.Conversation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/** The commands that a client process carries out, each on a new thread. Thread-safe. */
final class ClientCommands {

    static final String CLOCK = "clock";
    static final String ACQUIRE = "acquire";
    static final String TRY = "try";
    static final String RELEASE = "release";
    static final String STATE = "state";
    static final String ACT = "act";
    static final String WORK = "work";
    static final String STOP = "stop";

    private final OwnClients clients;
    private final ClientHandles held;
    private final LockedUpdate update;
    private final WorkLoop work;
    private final Executor threads;

    ClientCommands(OwnClients clients, ClientHandles held, LockedUpdate update, Executor threads) {
        this.clients = clients;
        this.held = held;
        this.update = update;
        this.threads = threads;
        this.work = new WorkLoop(this, threads);
    }

    /** Carries out a command and answers with its result. Returns at once. */
    void run(Conversation.Question command) {
        if (command.word(0).equals(CLOCK)) {
            // On this thread: the start of another thread would make the clock look slow.
            command.answer(Long.toString(System.nanoTime()));
            return;
        }
        threads.execute(() -> command.answer(outcome(command.words())));
    }

    private String[] outcome(List<String> words) {
        try {
            return switch (words.get(0)) {
                case ACQUIRE ->
                    acquire(clients.client(0), words.get(1), options(words).withLockDelay(duration(words.get(5))))
                            .words();
                case TRY -> {
                    Moment.spinUntil(Long.parseLong(words.get(5)));
                    yield acquire(clients.client(Integer.parseInt(words.get(6))), words.get(1), options(words))
                            .words();
                }
                case RELEASE -> new String[] {release(words.get(1))};
                case STATE -> state(held.handle(words.get(1)));
                case ACT ->
                    update.heedless(held.handle(words.get(1)), words.get(2)).words();
                case WORK -> work.start(Integer.parseInt(words.get(5)), words.get(1), options(words), words.get(6));
                case STOP -> work.stop();
                default -> throw new IllegalArgumentException("no such command: " + words);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new String[] {CommandResult.INFO, "interrupted"};
        } catch (RuntimeException e) {
            return new String[] {CommandResult.INFO, e.toString()};
        }
    }

    private static AcquireOptions options(List<String> words) {
        return AcquireOptions.waitAtMost(duration(words.get(2)))
                .withLease(duration(words.get(3)))
                .withRenewal(Renewal.valueOf(words.get(4)));
    }

    private static Duration duration(String millis) {
        return Duration.ofMillis(Long.parseLong(millis));
    }

    private CommandResult acquire(LockClient client, String name, AcquireOptions options) throws InterruptedException {
        DistributedLock lock = lock(client, LockPart.of(name));
        try {
            LockHandle handle = lock.acquire(options);
            return CommandResult.ok(held.add(handle), handle.fencingToken());
        } catch (LockTimeoutException e) {
            return CommandResult.fail("timed out");
        } catch (LockOutcomeUnknownException e) {
            return CommandResult.info(e.toString());
        } catch (LockException e) {
            return CommandResult.fail(e.toString());
        }
    }

    private static DistributedLock lock(LockClient client, LockPart part) {
        if (!part.isShared()) {
            return client.lock(part.name());
        }
        Share share = part.share();
        return share.limit() == Share.UNLIMITED
                ? part.isWhole()
                        ? client.readWrite(part.name()).write()
                        : client.readWrite(part.name()).read()
                : client.semaphore(part.name(), share.limit()).permits(share.units());
    }

    String release(String key) {
        LockHandle handle = held.handle(key);
        held.end(key);
        held.forget(key);
        return handle.release().toString();
    }

    /**
     * Acquires, adds one to the resource of the lock's name (or looks at it, as a reader), and releases, by the client
     * with the given number.
     */
    CommandResult round(int client, String name, AcquireOptions options) throws InterruptedException {
        CommandResult acquired = acquire(clients.client(client), name, options);
        if (!acquired.isOk()) {
            return acquired;
        }
        try {
            return update.on(held.handle(acquired.text()), LockPart.of(name).name());
        } finally {
            release(acquired.text());
        }
    }

    private static String[] state(LockHandle handle) {
        return new String[] {
            handle.state().toString(), Long.toString(handle.remaining().toNanos())
        };
    }
}
