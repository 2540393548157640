// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Runs two instances of the service and their servers, until it is stopped. */
final class Demo {

    private Demo() {}

    /**
     * Starts, prints the addresses, and waits for Ctrl-C.
     *
     * @param arguments the lock store: redis (if there is none), zookeeper or jdbc
     */
    public static void main(String[] arguments) throws Exception {
        String storeName = arguments.length == 0 ? "redis" : arguments[0];
        // A kill of the Maven that started this also ends this program.
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
        // Long enough for viewers to see the holder and the waiters.
        try (Fleet fleet = Fleet.start(
                        database -> LockStore.start(storeName, database), Map.of("examples.work", "500ms"));
                Callers callers = new Callers()) {
            callers.put("/vouchers/page?stock=100", fleet.both().get(0));
            callers.put("/items/chair?stock=300", fleet.both().get(0));
            System.out.println("\nLocks in " + storeName + ", by these properties alone:");
            fleet.store().properties().forEach((key, value) -> System.out.println("  " + key + "=" + value));
            System.out.println("Data in MySQL:\n  " + fleet.database().url());
            fleet.both()
                    .forEach(each -> System.out.println(
                            "Instance " + each.name() + ": " + each.uri() + "/ (process " + each.pid() + ")"));
            System.out.println("Open one of them in a browser; Ctrl-C ends all.");
            new CountDownLatch(1).await();
        }
    }
}
