// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

/**
 * The example of docs/fencing.md for anything in one JVM: compiled and run here, compared with the text in lock-tck.
 */
final class FencingExample {

    private FencingExample() {}

    static void run(FencingDomain domain, String lockName, long token, StringBuilder file, String line) {
        FencingGuard guard = new FencingGuard(100_000); // names; in the service that owns the resource, one for all
        guard.claim(domain.claim(lockName, token), () -> {
            file.append(line);
            return null;
        });
    }
}
