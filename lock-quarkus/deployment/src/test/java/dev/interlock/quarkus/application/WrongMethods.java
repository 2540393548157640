// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import dev.interlock.annotation.OnContention;
import dev.interlock.quarkus.Locked;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Future;

/** Methods that cannot be kept. */
@ApplicationScoped
class WrongMethods {

    @Locked(value = "report", lease = "30")
    void withoutUnit() {}

    @Locked("order-#{order}")
    void withoutParameter(String id) {
        withoutUnit();
    }

    @Locked("order-#{id + 1}")
    void withSum(int id) {
        withoutUnit();
    }

    @Locked(value = "report", onContention = OnContention.SKIP)
    int skipped() {
        return 1;
    }

    @Locked("report")
    Future<String> future() {
        throw new UnsupportedOperationException();
    }
}
