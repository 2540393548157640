// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The workloads: the work, how many JVMs and threads do it, and on how many names. */
public enum Workload {
    /** One thread with a name of its own: the cost of an acquisition and a release without contention. */
    OWN_1("own-1", "one thread, a name of its own", 1, 1, Duration.ZERO),
    /** 16 threads of one JVM, with names of their own: how client and store handle parallel use. */
    OWN_16("own-16", "16 threads of a JVM, names of their own", 1, 16, Duration.ZERO),
    /** One thread in a JVM that has only connected so far: what a short-lived process gets. */
    COLD_1("cold-1", "one thread, a name of its own, the first second of a JVM", 1, 1, Duration.ZERO),
    /** 16 threads in such a JVM. */
    COLD_16("cold-16", "16 threads of a JVM, names of their own, its first second", 1, 16, Duration.ZERO),
    /** One name, 16 threads of one JVM. */
    ONE_NAME("one-name", "16 threads of a JVM, one name", 1, 16, Duration.ZERO),
    /** One name, four JVMs with four threads each that hold it for a millisecond. */
    JVMS("jvms", "4 JVMs x 4 threads, one name, 1 ms of work", 4, 4, Duration.ofMillis(1)),
    /** One lock for readers and writers, 16 readers of one JVM. */
    READERS("readers", "16 readers of a JVM, one lock", 1, 16, Duration.ZERO),
    /** Such a lock in four JVMs, with one writer among ten accesses; the waits are those of the writers. */
    READERS_90(
            "readers-90",
            "4 JVMs x 4 threads, one lock, 90 % readers, 1 ms of work; the waits of writers",
            4,
            4,
            Duration.ofMillis(1)),
    /** One name that goes from one JVM to another and back: the time from the release to the grant in the other JVM. */
    HAND_OVER("hand-over", "from one JVM to another", 2, 1, Duration.ZERO),
    /** One JVM finds the lock free and holds it; the other one waits for it, and no JVM did so before. */
    FRESH_HAND_OVER(
            "hand-over-100ms",
            "to another JVM, of a lock that was free, held for 100 ms",
            2,
            1,
            Duration.ofMillis(100)),
    /** One name that two JVMs take in turn; it is free when they ask: the time from the call to the grant. */
    TURNS("turns", "two JVMs in turn, the lock free when they ask", 2, 1, Duration.ZERO),
    /** Two JVMs with a name each: one access of a hundred goes to the name of the other. */
    VISITS_1("visits-1", "2 JVMs, a name each, 1 % of the accesses to the other's", 1),
    /** The same with one access of ten. */
    VISITS_10("visits-10", "2 JVMs, a name each, 10 % of the accesses to the other's", 10),
    /** The same with one access of two: no name belongs to a JVM any more. */
    VISITS_50("visits-50", "2 JVMs, a name each, 50 % of the accesses to the other's", 50);

    private final String id;
    private final String title;
    private final int jvms;
    private final int threads;
    private final Duration work;
    private final int visitPercent;

    Workload(String id, String title, int jvms, int threads, Duration work) {
        this(id, title, jvms, threads, work, 0);
    }

    Workload(String id, String title, int visitPercent) {
        this(id, title, 2, 1, Duration.ZERO, visitPercent);
    }

    Workload(String id, String title, int jvms, int threads, Duration work, int visitPercent) {
        this.id = id;
        this.title = title;
        this.jvms = jvms;
        this.threads = threads;
        this.work = work;
        this.visitPercent = visitPercent;
    }

    /**
     * A workload by its id.
     *
     * @param id such as {@code own-1}
     * @return the workload
     * @throws IllegalArgumentException if there is none
     */
    public static Workload of(String id) {
        return Arrays.stream(values())
                .filter(workload -> workload.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("workload must be one of "
                        + Arrays.stream(values()).map(Workload::id).collect(Collectors.joining(", ")) + " but was '"
                        + id + "'"));
    }

    /**
     * Its name in commands and results.
     *
     * @return such as {@code own-1}
     */
    public String id() {
        return id;
    }

    /**
     * Its name for display.
     *
     * @return a few words
     */
    public String title() {
        return title;
    }

    /**
     * The number of JVMs.
     *
     * @return 1 to 4
     */
    public int jvms() {
        return jvms;
    }

    /**
     * The number of threads of each JVM.
     *
     * @return 1 to 16
     */
    public int threads() {
        return threads;
    }

    /**
     * How long a holder works before it releases.
     *
     * @return the length of the work
     */
    public Duration work() {
        return work;
    }

    /**
     * Whether threads request a name that another holds for long, so that a contender must be able to wait.
     *
     * @return false where each thread has a name of its own, or the name is free for most accesses
     */
    public boolean contended() {
        return this == ONE_NAME || this == JVMS || this == HAND_OVER || this == FRESH_HAND_OVER || shared();
    }

    /**
     * Whether the lock is one for readers and writers.
     *
     * @return false where it is exclusive
     */
    public boolean shared() {
        return this == READERS || this == READERS_90;
    }

    /**
     * Whether each round has JVMs of its own, with the collector that Java chooses, and lasts a second.
     *
     * @return false where JVMs live through all rounds and are warm
     */
    public boolean cold() {
        return this == COLD_1 || this == COLD_16;
    }

    /**
     * Whether the time of an access is the result, because pauses limit the throughput.
     *
     * @return false where the throughput is the result
     */
    public boolean timesAccesses() {
        return this == HAND_OVER || this == FRESH_HAND_OVER || this == TURNS;
    }

    /**
     * The upper limit, at which holders follow each other without a gap, each with its work.
     *
     * @return acquisitions per second, infinite without work and where a lock is handed over
     */
    public double idealPerSecond() {
        return work.isZero() || timesAccesses() || shared() ? Double.POSITIVE_INFINITY : 1e9 / work.toNanos();
    }

    /** How many of a hundred accesses go to the name of the other JVM. */
    int visitPercent() {
        return visitPercent;
    }

    /** The name of a thread's lock, the same for all threads where they share it. */
    String lockName(int jvm, int thread) {
        return isOneName() ? id : id + "-" + place(jvm, thread);
    }

    /** The place of a thread's lock on the board. */
    int place(int jvm, int thread) {
        if (isOneName()) {
            return 0;
        }
        return visitPercent > 0 ? jvm : thread;
    }

    private boolean isOneName() {
        return contended() || this == TURNS;
    }
}
