// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.internal.machine;

import dev.interlock.spi.AttemptId;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.logging.Logger;

/** Planted faults of the engine. */
final class EngineFaults {

    abstract static class LogsElsewhere {
        abstract Logger logger();
    }

    static final class CallsNanoTime {
        long time() {
            return System.nanoTime();
        }
    }

    static final class RefersToNanoTime {
        LongSupplier time() {
            return System::nanoTime;
        }
    }

    static final class AsksInstant {
        Instant time() {
            return Instant.now();
        }
    }

    static final class AsksClock {
        Clock time() {
            return Clock.systemUTC();
        }
    }

    static final class StartsThread {
        Thread thread() {
            return new Thread(() -> {});
        }
    }

    static final class WritesToTheLog {
        void write(org.slf4j.Logger log) {
            log.warn("something");
        }
    }

    static final class RefersToTheLog {
        Consumer<String> write(org.slf4j.Logger log) {
            return log::error;
        }
    }

    static final class MakesPool {
        ThreadPoolExecutor pool() {
            return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }
    }

    static final class MakesLock {
        ReentrantLock lock() {
            return new ReentrantLock();
        }
    }

    static final class Parks {
        void pause() {
            LockSupport.park(this);
        }
    }

    static final class Awaits {
        void pause(CountDownLatch latch) throws InterruptedException {
            latch.await();
        }
    }

    static final class DrawsLots {
        int lot() {
            return ThreadLocalRandom.current().nextInt();
        }
    }

    static final class MakesId {
        AttemptId id() {
            return AttemptId.random();
        }
    }

    static final class Sleeps {
        void pause() throws InterruptedException {
            Thread.sleep(1);
        }
    }

    static final class SleepsByUnit {
        void pause() throws InterruptedException {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    static final class SynchronizedMethod {
        synchronized void enter() {}
    }

    static final class SynchronizedBlock {
        int count;

        void enter() {
            synchronized (this) {
                count++;
            }
        }
    }

    static final class Prints {
        void print() {
            System.out.println();
        }
    }

    static final class PrintsErrors {
        void print() {
            System.err.println();
        }
    }
}
