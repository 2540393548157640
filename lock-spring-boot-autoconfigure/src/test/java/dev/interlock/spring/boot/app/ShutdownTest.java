// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A job that holds a lock ends before the client closes. */
final class ShutdownTest {

    @Test
    void a_job_that_runs_when_the_application_ends_keeps_its_lock_and_can_acquire_another() throws Exception {
        RunningApplication application =
                RunningApplication.start(WebApplicationType.NONE, Application.class, "interlock.uri=memory:shutdown");
        Job job = application.context().getBean(Job.class);
        LockClient client = application.context().getBean(LockClient.class);
        assertThat(job.begun.await(30, TimeUnit.SECONDS)).isTrue();
        application.close();
        assertThat(job.ended.get(1, TimeUnit.SECONDS)).isEqualTo("order-7 held, order-8 held");
        assertThatThrownBy(() -> client.lock("order-7").tryAcquire()).isInstanceOf(LockClientClosedException.class);
    }

    /** Has one job. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableScheduling
    static class Application {

        @Bean
        Job job(LockClient locks) {
            return new Job(locks);
        }
    }

    /** Runs until the application ends, and a moment longer. */
    static final class Job implements ApplicationListener<ContextClosedEvent> {

        private final LockClient locks;
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch closing = new CountDownLatch(1);
        private final CompletableFuture<String> ended = new CompletableFuture<>();

        Job(LockClient locks) {
            this.locks = locks;
        }

        @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.DAYS)
        void run() throws InterruptedException {
            try (LockHandle handle = locks.lock("order-7").acquire()) {
                begun.countDown();
                if (!closing.await(30, TimeUnit.SECONDS)) {
                    return;
                }
                try (LockHandle other = locks.lock("order-8").acquire()) {
                    ended.complete(text(handle) + ", " + text(other));
                }
            }
        }

        private static String text(LockHandle handle) {
            return handle.lockName() + (handle.state() == HandleState.HELD ? " held" : " lost");
        }

        @Override
        public void onApplicationEvent(ContextClosedEvent event) {
            closing.countDown();
        }
    }
}
