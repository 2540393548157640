// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Checks the claim of the service: only its configuration depends on the lock store. */
final class ArchitectureTest {

    private static final JavaClasses SERVICE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/$"))
            .importPackages("dev.interlock.examples");

    @Test
    void no_class_knows_which_store_keeps_the_locks() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.interlock.redis..",
                        "dev.interlock.zookeeper..",
                        "dev.interlock.jdbc",
                        "dev.interlock.memory..",
                        "dev.interlock.internal..",
                        "dev.interlock.spi..",
                        "redis.clients..",
                        "org.apache.curator..",
                        "org.apache.zookeeper..")
                .check(SERVICE);
    }

    @Test
    void no_request_can_stop_an_instance() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Process.class, ProcessBuilder.class, ProcessHandle.class, Runtime.class)
                .check(SERVICE);
        noClasses().should().callMethod(System.class, "exit", int.class).check(SERVICE);
    }

    @Test
    void nothing_sleeps_and_nothing_prints() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(SERVICE);
        noClasses().should(ACCESS_STANDARD_STREAMS).check(SERVICE);
    }
}
