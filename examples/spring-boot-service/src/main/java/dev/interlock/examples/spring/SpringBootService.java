// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts an instance of the service. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
public class SpringBootService {

    /**
     * Starts, and serves until the process is ended.
     *
     * @param arguments as Boot takes them
     */
    public static void main(String[] arguments) {
        SpringApplication.run(SpringBootService.class, arguments);
    }
}
