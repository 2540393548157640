// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contender.Contender;
import dev.interlock.report.contender.Contenders;
import dev.interlock.report.contender.Limits;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.testbed.jvm.Conversation;
import dev.interlock.testbed.jvm.JavaProgram;
import dev.interlock.testbed.jvm.ParentJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A JVM under measurement. It opens one client of one contender, runs rounds on commands of its parent, and ends with
 * its input. Used by one thread.
 */
public final class ContenderMain {

    private static final String LOGGING = "-Dlogback.configurationFile=contention-logback.xml";

    private static final JavaProgram WARM =
            new JavaProgram(ContenderMain.class, List.of("-Xmx256m", "-XX:+UseSerialGC", LOGGING));

    private static final JavaProgram COLD = new JavaProgram(ContenderMain.class, List.of("-Xmx512m", LOGGING));

    /** Prepares a round of a workload, for a number of milliseconds: the answer comes when the threads are ready. */
    public static final String PREPARE = "prepare";

    /** Starts the threads; the answer is a {@link RoundShare}. */
    public static final String RUN = "run";

    static final String OPEN = "open";

    private @Nullable Open open;
    private @Nullable ThreadTeam team;

    private ContenderMain() {}

    /**
     * How this program is started.
     *
     * @param workload what it will do
     * @return the program, with its options
     */
    public static JavaProgram program(Workload workload) {
        return workload.cold() ? COLD : WARM;
    }

    /**
     * Runs until the input ends.
     *
     * @param arguments none
     * @throws IOException if the input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        ContenderMain program = new ContenderMain();
        ParentJvm.connect().listen(System.in, program::answer);
        if (program.open != null) {
            program.open.client().close();
        }
        System.exit(0);
    }

    private record Open(OpenClient client, Board board, int jvm) {}

    private void answer(Conversation.Question question) throws Exception {
        switch (question.word(0)) {
            case OPEN -> {
                open = open(Setup.of(question.words()));
                question.answer();
            }
            case PREPARE -> {
                team = team(
                        Objects.requireNonNull(open), Workload.of(question.word(1)), Long.parseLong(question.word(2)));
                question.answer();
            }
            case RUN -> question.answer(Objects.requireNonNull(team).run().words());
            default -> throw new IllegalArgumentException("no such command: " + question.words());
        }
    }

    private static Open open(Setup setup) throws Exception {
        Contender contender = Contenders.of(setup.store()).stream()
                .filter(each -> each.id().equals(setup.contender()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender '" + setup.contender() + "'"));
        Board board = Board.map(Path.of(setup.board()));
        return new Open(contender.opener().open(setup.address(), Limits.OF_BENCHMARKS), board, setup.jvm());
    }

    private static ThreadTeam team(Open open, Workload workload, long millis) throws Exception {
        List<ThreadWork> work = new ArrayList<>();
        for (int thread = 0; thread < workload.threads(); thread++) {
            work.add(work(open, workload, thread));
        }
        return new ThreadTeam(work, millis);
    }

    private static ThreadWork work(Open open, Workload workload, int thread) throws Exception {
        long workNanos = workload.work().toNanos();
        if (workload.shared()) {
            String name = workload.lockName(open.jvm(), thread);
            int writePercent = workload == Workload.READERS_90 ? 10 : 0;
            return new SharedLoop(
                    open.client().reader(name), open.client().writer(name), writePercent, open.board(), workNanos);
        }
        Target own = target(open, workload, open.jvm(), thread);
        HandOverSteps steps = new HandOverSteps(own.lock(), open.board(), open.jvm() + 1L);
        return switch (workload) {
            case HAND_OVER -> new HandOverLoop(steps);
            case FRESH_HAND_OVER -> new FreshHandOverLoop(steps, workNanos);
            case TURNS -> new TurnsLoop(steps);
            case VISITS_1, VISITS_10, VISITS_50 -> {
                Target other = target(open, workload, 1 - open.jvm(), thread);
                int percent = workload.visitPercent();
                yield new GrantLoop(
                        () -> ThreadLocalRandom.current().nextInt(100) < percent ? other : own, open.board(), 0);
            }
            default -> new GrantLoop(() -> own, open.board(), workNanos);
        };
    }

    private static Target target(Open open, Workload workload, int jvm, int thread) throws Exception {
        return new Target(open.client().lock(workload.lockName(jvm, thread)), workload.place(jvm, thread));
    }
}
