// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.invoice;

import dev.interlock.testbed.jvm.ChildJvm;
import dev.interlock.testbed.jvm.Conversation;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The instances of the service, and the printer that they share: it can keep one draft waiting. */
final class Instances implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /**
     * A leader between its two transactions.
     *
     * @param jvm its process
     * @param draft its question to print
     */
    record Printing(ChildJvm jvm, Conversation.Question draft) {}

    private final RedisServer locks;
    private final SqlServer database;
    private final List<ChildJvm> jvms = new ArrayList<>();
    private final List<Long> refused = new CopyOnWriteArrayList<>();
    private final AtomicBoolean keepNext = new AtomicBoolean();
    private final BlockingQueue<Printing> kept = new LinkedBlockingQueue<>();

    Instances(RedisServer locks, SqlServer database) {
        this.locks = locks;
        this.database = database;
    }

    void start(int number) {
        for (int i = 0; i < number; i++) {
            int index = jvms.size();
            jvms.add(ChildJvm.start(
                    "instance " + index,
                    new Conversation.Listener() {
                        @Override
                        public void asked(Conversation.Question question) {
                            if (keepNext.compareAndSet(true, false)) {
                                kept.add(new Printing(jvms.get(index), question));
                            } else {
                                question.answer();
                            }
                        }

                        @Override
                        public void told(List<String> words) {
                            refused.add(Long.parseLong(words.get(1)));
                        }
                    },
                    NumberingMain.PROGRAM,
                    locks.uri(),
                    database.url(),
                    database.user()));
        }
    }

    /** The next draft is not printed until its {@link Printing#draft} is answered. */
    void keepNextDraft() {
        keepNext.set(true);
    }

    Printing awaitKept() throws InterruptedException {
        Printing printing = kept.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (printing == null) {
            throw new IllegalStateException("no leader printed within " + PATIENCE.toSeconds() + " s");
        }
        return printing;
    }

    /** The terms that the guard refused. */
    List<Long> refused() {
        return refused;
    }

    /** Has all instances but one stand down; each waits for its task. */
    void standDownBut(ChildJvm last) {
        for (ChildJvm jvm : jvms) {
            if (jvm != last && jvm.isAlive()) {
                jvm.answer(PATIENCE, jvm.ask("close"));
            }
        }
    }

    @Override
    public void close() {
        jvms.forEach(ChildJvm::close);
    }
}
