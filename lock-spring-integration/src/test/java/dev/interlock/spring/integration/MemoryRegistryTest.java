// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.integration.support.locks.LockRegistry;

/** The rules in memory. */
final class MemoryRegistryTest extends RegistryRules {

    @Override
    String uri() {
        return "memory:MemoryRegistryTest";
    }

    @Test
    void the_spring_integration_of_the_class_path_is_the_one_this_run_is_about() {
        assertThat(LockRegistry.class.getProtectionDomain().getCodeSource().getLocation())
                .asString()
                .contains("spring-integration-core-" + System.getProperty("interlock.spring-integration", ""));
    }
}
