// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.quarkus.Locked;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

@ApplicationScoped
public class Payments {

    @Locked("order-#{id}")
    String pay(String id) {
        return "order " + id + " paid with token " + CurrentLock.handle().fencingToken();
    }

    void firstPayment(@Observes StartupEvent start) {
        System.out.println(pay("42"));
    }
}
