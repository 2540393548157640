// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import java.util.concurrent.CountDownLatch;

/** Runs an instance of the service and its servers, until it is stopped. */
final class Demo {

    private Demo() {}

    /**
     * Starts, prints what to send, and waits for Ctrl-C.
     *
     * @param arguments the lock store: redis (if there is none) or jdbc
     */
    public static void main(String[] arguments) throws Exception {
        String store = arguments.length == 0 ? "redis" : arguments[0];
        // A kill of the Maven that started this also ends this program.
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
        try (StartedService service = StartedService.start(store, "--server.port=0", "--examples.work=500ms")) {
            System.out.println("\nLocks in " + store + ", data in MySQL. Try, until Ctrl-C ends all:");
            System.out.println("  curl -X POST '" + service.uri() + "/counters/mine?request=first'");
            System.out.println("  curl " + service.uri() + "/actuator/locks");
            new CountDownLatch(1).await();
        }
    }
}
