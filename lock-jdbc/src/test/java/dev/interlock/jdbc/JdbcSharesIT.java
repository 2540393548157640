// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.share.SharedLockCases;
import dev.interlock.testbed.server.SqlProduct;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Locks that several may hold, on each database. */
@ParameterizedClass
@EnumSource
class JdbcSharesIT extends SharedLockCases {

    private static BackendBench bench;

    @Parameter
    SqlProduct product;

    @BeforeParameterizedClassInvocation
    static void start(SqlProduct product) {
        bench = new BackendBench(product);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        bench.close();
    }

    @Override
    protected LockBackend backend() {
        return new JdbcLockBackendProvider().open(bench.settings(bench.server.url()));
    }
}
