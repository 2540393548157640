// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

/** The use cases on locks in Redis. */
final class RedisUseCasesIT extends UseCasesUnderFaults {

    RedisUseCasesIT() {
        super("redis");
    }
}
