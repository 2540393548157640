// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.docs;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.spring.boot.locked.Locked;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Service;

@SpringBootApplication
public class Shop {

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

    @Bean
    ApplicationRunner firstPayment(Payments payments) {
        return arguments -> System.out.println(payments.pay("42"));
    }

    @Service
    static class Payments {

        @Locked("order-#{id}")
        String pay(String id) {
            return "order " + id + " paid with token " + CurrentLock.handle().fencingToken();
        }
    }
}
