// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.TckRun;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the kit, or some of its rules, on a fixture, without a build tool. */
public final class TckRunner {

    /**
     * The limit of a rule. A rule that takes longer ends as {@link Outcome#ERROR}. Some rules start a server, which may
     * take 120 s.
     */
    static final Duration LIMIT = Duration.ofMinutes(3);

    /** Rules wait for leases most of the time. */
    private static final int AT_ONCE = 8;

    /**
     * The tests of the kit, searched once. A search through the whole kit for one rule takes more processor time than
     * most rules do.
     */
    private static final class Found {

        private static final Map<Rule, List<MethodTest>> TESTS = find();

        private static Map<Rule, List<MethodTest>> find() {
            LauncherDiscoveryRequest all = request("", List.of(selectClass(FixtureTck.class)), 1);
            TestPlan plan = LauncherFactory.create(untouched()).discover(all);
            return plan.getRoots().stream()
                    .flatMap(root -> plan.getDescendants(root).stream())
                    .filter(test -> provenBy(test.getSource()).isPresent())
                    .map(test -> new MethodTest(
                            provenBy(test.getSource()).get(),
                            ((MethodSource) test.getSource().get()).getMethodName(),
                            test.getUniqueIdObject()))
                    .collect(Collectors.groupingBy(MethodTest::rule));
        }
    }

    private record MethodTest(Rule rule, String name, UniqueId id) {}

    private TckRunner() {}

    /**
     * Runs every rule, {@value #AT_ONCE} at a time.
     *
     * @param fixture the backend under test
     * @param progress gets each result as soon as it is there, by one thread at a time
     * @return the results in the order of the contract
     * @throws IllegalStateException if the kit itself could not be run
     */
    public static List<RuleResult> run(LockFixture fixture, Consumer<? super RuleResult> progress) {
        return run(fixture, EnumSet.allOf(Rule.class), AT_ONCE, progress);
    }

    /**
     * Runs some rules, one after the other.
     *
     * @param fixture the backend under test
     * @param rules the rules to run
     * @param progress gets each result as soon as it is there, on the thread that runs the rules
     * @return the results in the order of the contract
     * @throws IllegalStateException if the kit itself could not be run
     */
    public static List<RuleResult> run(LockFixture fixture, Set<Rule> rules, Consumer<? super RuleResult> progress) {
        return run(fixture, rules, 1, progress);
    }

    /**
     * Runs some rules, several at a time, because rules wait for leases most of the time. A rule that needs the store
     * for itself still runs alone.
     *
     * @param fixture the backend under test
     * @param rules the rules to run
     * @param atOnce how many at a time, at least 1
     * @param progress gets each result as soon as it is there, by one thread at a time
     * @return the results in the order of the contract
     * @throws IllegalStateException if the kit itself could not be run
     */
    public static List<RuleResult> run(
            LockFixture fixture, Set<Rule> rules, int atOnce, Consumer<? super RuleResult> progress) {
        try (TckRun run = TckRun.of(fixture)) {
            ResultCollector collector = new ResultCollector(run, progress);
            List<UniqueIdSelector> tests =
                    testsOf(rules).map(test -> selectUniqueId(test.id())).toList();
            LauncherDiscoveryRequest request = request(run.id(), tests, atOnce);
            Runnable kit = () -> LauncherFactory.create(untouched()).execute(request, collector);
            if (atOnce == 1) {
                kit.run();
            } else {
                onThreadOfItsOwn(kit);
            }
            return collector.results();
        }
    }

    /**
     * Runs the kit on a new thread. The caller may be a test, and JUnit does not start parallel tests from a thread
     * that already runs parallel tests.
     */
    private static void onThreadOfItsOwn(Runnable kit) {
        FutureTask<Boolean> task = new FutureTask<>(kit, true);
        Thread thread = new Thread(task, "tck-runner");
        thread.start();
        try {
            task.get();
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the kit ran", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the kit could not be run", e.getCause());
        }
    }

    /**
     * Returns the tests of the kit.
     *
     * @return the names of the test methods; each starts with its rule's id
     */
    public static Set<String> tests() {
        return testsOf(EnumSet.allOf(Rule.class)).map(MethodTest::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<MethodTest> testsOf(Set<Rule> rules) {
        return rules.stream().flatMap(rule -> Found.TESTS.getOrDefault(rule, List.of()).stream());
    }

    /** Returns the rule that a test proves. */
    static Optional<Rule> provenBy(Optional<TestSource> source) {
        return source.filter(MethodSource.class::isInstance)
                .map(method -> ((MethodSource) method).getJavaMethod().getAnnotation(Proves.class))
                .map(Proves::value);
    }

    private static LauncherDiscoveryRequest request(String run, List<? extends DiscoverySelector> tests, int atOnce) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .filters(EngineFilter.includeEngines("junit-jupiter"))
                .enableImplicitConfigurationParameters(false)
                .configurationParameter(TckRun.ID, run)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", String.valueOf(atOnce > 1))
                .configurationParameter(
                        "junit.jupiter.execution.parallel.config.executor-service", "worker_thread_pool")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter(
                        "junit.jupiter.execution.parallel.config.fixed.parallelism", String.valueOf(atOnce))
                .configurationParameter(
                        "junit.jupiter.execution.timeout.default",
                        Awaiter.stretched(LIMIT).toMillis() + " ms")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
                .build();
    }

    /** Returns a configuration without the listeners and filters that the application registered for its own tests. */
    private static LauncherConfig untouched() {
        return LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build();
    }
}
