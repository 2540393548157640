// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.testbed.server.SqlProduct;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** A server of each product in turn, shared by the tests of a class. */
abstract class OnEachDatabase {

    static BackendBench bench;

    @Parameter
    SqlProduct product;

    @BeforeParameterizedClassInvocation
    static void start(SqlProduct product) {
        bench = new BackendBench(product);
    }

    @AfterEach
    void closeBackends() {
        bench.closeBackends();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }
}
