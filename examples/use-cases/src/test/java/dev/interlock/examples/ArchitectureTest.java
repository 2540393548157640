// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Checks the claim of the use cases: they know neither a framework nor the store of the locks. */
final class ArchitectureTest {

    private static final JavaClasses USE_CASES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.interlock.examples");

    @Test
    void no_class_knows_a_framework_or_a_store() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.sql",
                        "org.jspecify.annotations",
                        "dev.interlock",
                        "dev.interlock.guard",
                        "dev.interlock.jdbc.guard",
                        "dev.interlock.examples..")
                .check(USE_CASES);
    }

    @Test
    void the_use_cases_do_not_know_each_other() {
        slices().matching("dev.interlock.examples.(*)")
                .should()
                .beFreeOfCycles()
                .check(USE_CASES);
        slices().matching(
                        "dev.interlock.examples.(account|counter|voucher|inventory|order|nightly|price|export|invoice)")
                .should()
                .notDependOnEachOther()
                .check(USE_CASES);
    }

    @Test
    void nothing_sleeps() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(USE_CASES);
    }
}
