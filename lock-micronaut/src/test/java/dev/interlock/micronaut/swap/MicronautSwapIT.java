// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.swap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.micrometer.LockMeters;
import dev.interlock.micronaut.client.LockStore;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micronaut.context.ApplicationContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two instances of one application on every store: only their properties differ. */
final class MicronautSwapIT {

    private static final int THREADS = 4;
    private static final int EACH = 10;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "redis", "zookeeper", "etcd", "mysql", "mysql row-lock"})
    void the_same_application_counts_exactly_on(String store) throws Exception {
        try (RunningStore running = RunningStore.start(store);
                ApplicationContext one = ApplicationContext.run(running.properties());
                ApplicationContext two = ApplicationContext.run(running.properties())) {
            Counter.Shared shared = new Counter.Shared(new ArrayList<>());
            count(shared, one.getBean(Counter.class), two.getBean(Counter.class));
            assertThat(shared.count).isEqualTo(2 * THREADS * EACH);
            List<Long> sorted = new ArrayList<>(shared.tokens);
            Collections.sort(sorted);
            assertThat(shared.tokens)
                    .hasSize(2 * THREADS * EACH)
                    .doesNotHaveDuplicates()
                    .isEqualTo(sorted);
            Set<Capability> atBest = EnumSet.copyOf(chosen(one).capabilities());
            // These tests' servers stand alone: no other server takes over.
            atBest.remove(Capability.SURVIVES_FAIL_OVER);
            if (store.startsWith("mysql")) {
                // A DataSource of the application has no connection to spare for recalls.
                atBest.remove(Capability.RECALLS);
            }
            assertThat(one.getBean(LockClient.class).capabilities().declared()).isEqualTo(atBest);
            assertCapped(running, one);
        }
    }

    /** The wait is an hour: only the cap on attempts can end it before the test's own limit. */
    private static void assertCapped(RunningStore running, ApplicationContext other) {
        Map<String, Object> properties = new HashMap<>(running.properties());
        properties.put("locks.wait", "1h");
        properties.put("locks.retry.first-pause", "1ms");
        properties.put("locks.retry.max-pause", "2ms");
        properties.put("locks.named.capped.retry.max-attempts", "1");
        // Waiters that get signals rest for long, and rightly do not ask three times.
        boolean polls = !other.getBean(LockClient.class).capabilities().has(Capability.NOTIFIES_WAITERS);
        properties.put("locks.named.capped-thrice.retry.max-attempts", polls ? "3" : "1");
        MeterRegistry meters = new SimpleMeterRegistry();
        try (ApplicationContext impatient = ApplicationContext.builder(properties)
                        .singletons(meters)
                        .start();
                LockHandle one = other.getBean(LockClient.class)
                        .lock("capped")
                        .tryAcquire()
                        .orElseThrow();
                LockHandle two = other.getBean(LockClient.class)
                        .lock("capped-thrice")
                        .tryAcquire()
                        .orElseThrow()) {
            LockClient client = impatient.getBean(LockClient.class);
            assertThat(one.fencingToken()).isPositive();
            assertThat(two.fencingToken()).isPositive();
            assertThatThrownBy(() -> client.lock("capped").acquire(AcquireOptions.inherited()))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("1 attempt)");
            assertThatThrownBy(() -> client.lock("capped-thrice").acquire(AcquireOptions.inherited()))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining(polls ? "3 attempts)" : "1 attempt)");
            // Events come a moment late.
            await().untilAsserted(() -> {
                assertThat(meters.get(LockMeters.CONTENDED).counter().count()).isEqualTo(2);
                assertThat(meters.get(LockMeters.ACQUIRE)
                                .tag("outcome", "timed_out")
                                .counter()
                                .count())
                        .isEqualTo(2);
            });
        }
    }

    /** What the start compares with {@code locks.require} is the most that the store can declare. */
    private static LockStore chosen(ApplicationContext context) {
        LockConfiguration configuration = context.getBean(LockConfiguration.class);
        return context.getBeansOfType(LockStore.class).stream()
                .filter(store -> store.backend().equals(configuration.backend())
                        || (configuration.uri() != null && store.serves(configuration.uri())))
                .findFirst()
                .orElseThrow();
    }

    private static void count(Counter.Shared shared, Counter... instances) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(instances.length * THREADS);
        try {
            List<Callable<Integer>> work = new ArrayList<>();
            for (Counter instance : instances) {
                Callable<Integer> thread = () -> {
                    for (int i = 1; i < EACH; i++) {
                        instance.increment("all", shared);
                    }
                    return instance.increment("all", shared);
                };
                work.addAll(Collections.nCopies(THREADS, thread));
            }
            for (Future<Integer> done : pool.invokeAll(work)) {
                assertThat(done.get()).isPositive();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
