// SPDX-License-Identifier: Apache-2.0
package dev.interlock.swap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One program on every store: only its configuration differs. */
final class SwapIT {

    private static final int PROGRAMS = 3;
    private static final int PAYMENTS = 10;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "redis", "zookeeper", "etcd", "MYSQL", "MARIADB", "POSTGRES"})
    void the_same_program_runs_on(String store) throws Exception {
        try (RunningStore running = RunningStore.start(store)) {
            Path configuration =
                    Files.writeString(directory.resolve("orders.properties"), "interlock.uri=" + running.uri());
            OrderTable orders = new OrderTable();
            runSeveral(configuration, orders);
            runSeveral(configuration, orders);
            assertThat(orders.payments()).isEqualTo(2 * PROGRAMS * PAYMENTS);
            assertThat(orders.tokens())
                    .hasSize(2 * PROGRAMS * PAYMENTS)
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }

    private static void runSeveral(Path configuration, OrderTable orders) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(PROGRAMS);
        try {
            List<Callable<Void>> programs = IntStream.range(0, PROGRAMS)
                    .mapToObj(i -> (Callable<Void>) () -> {
                        new PayOrders(configuration).run(PAYMENTS, orders);
                        return null;
                    })
                    .collect(Collectors.toList());
            for (Future<Void> program : pool.invokeAll(programs)) {
                program.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
