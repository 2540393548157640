// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.docs;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.micronaut.Locked;
import io.micronaut.context.ApplicationContext;
import jakarta.inject.Singleton;

@Singleton
public class Payments {

    @Locked("order-#{id}")
    String pay(String id) {
        return "order " + id + " paid with token " + CurrentLock.handle().fencingToken();
    }

    public static void main(String[] arguments) {
        try (ApplicationContext application = ApplicationContext.run()) {
            System.out.println(application.getBean(Payments.class).pay("42"));
        }
    }
}
