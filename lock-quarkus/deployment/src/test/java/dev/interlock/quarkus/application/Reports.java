// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import dev.interlock.quarkus.Locked;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;

/** The one method of an application. */
@ApplicationScoped
class Reports {

    @Locked("report-#{day}")
    <T> T report(String day, Supplier<T> body) {
        return body.get();
    }
}
