// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.memory.ManualClock;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What threads of the library have of the thread that was the first to need them: nothing. */
class DaemonThreadsTest {

    private static final InheritableThreadLocal<String> OF_THE_USER = new InheritableThreadLocal<>();

    private final Machine machine = Machine.under(new ManualClock());

    private record Seen(Thread thread, ThreadGroup group, ClassLoader context, String local) {}

    private static Seen look() {
        Thread thread = Thread.currentThread();
        return new Seen(thread, thread.getThreadGroup(), thread.getContextClassLoader(), OF_THE_USER.get());
    }

    /** Has a thread of the machine started by one that has everything a thread can hand down. */
    @SuppressWarnings("ThreadPriorityCheck") // One of the things that a thread hands down.
    private static Seen startedByAUser(Consumer<Runnable> start) throws InterruptedException {
        CompletableFuture<Seen> seen = new CompletableFuture<>();
        ThreadGroup group = new ThreadGroup("of the user");
        Thread user = new Thread(group, () -> {
            OF_THE_USER.set("of the user");
            start.accept(() -> seen.complete(look()));
        });
        user.setPriority(Thread.MIN_PRIORITY);
        user.setContextClassLoader(new URLClassLoader(new URL[0]));
        user.start();
        user.join();
        return seen.join();
    }

    private static void requireNothingOfTheUser(Seen seen) {
        assertThat(seen.local).isNull();
        assertThat(seen.context).isSameAs(Machine.class.getClassLoader());
        assertThat(seen.group.getParent()).as("parent of the group").isNull();
        assertThat(seen.thread.getPriority()).isEqualTo(Thread.NORM_PRIORITY);
        assertThat(seen.thread.isDaemon()).isTrue();
    }

    @Test
    void threads_of_pools_have_nothing_of_the_user() throws InterruptedException {
        ThreadPoolExecutor pool = machine.pool("pool", 1, new LinkedBlockingQueue<>(), (task, refused) -> {});
        requireNothingOfTheUser(startedByAUser(pool::execute));
        pool.shutdown();
    }

    @Test
    void threads_for_one_task_have_nothing_of_the_user() throws InterruptedException {
        requireNothingOfTheUser(startedByAUser(task -> machine.start("task", task)));
    }

    @Test
    void the_timer_thread_has_nothing_of_the_user() throws InterruptedException {
        requireNothingOfTheUser(startedByAUser(task -> SystemClock.SHARED.schedule(0, task)));
    }
}
