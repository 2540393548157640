// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Holds main code of every module to the rules; this module is the one that sees them all. */
final class ArchitectureTest {

    private static final String BASE = "dev.interlock";
    private static final JavaClasses MAIN_CODE = new ClassFileImporter()
            .withImportOption(ArchitectureTest::isMainCode)
            .importPackages(BASE);
    private static final DependencyRules DEPENDENCIES = new DependencyRules(BASE);
    private static final CodeRules CODE = new CodeRules(BASE);

    /**
     * Test classes come as a directory, and those of the backends as a jar once it is packaged. What Micronaut's
     * annotation processor writes has a dollar in front.
     */
    private static boolean isMainCode(Location location) {
        return !location.contains("/test-classes/") && !location.contains("-tests.jar") && !location.contains("/$");
    }

    /** A rule holds trivially for classes that were not imported, so each module must be there. */
    @Test
    void every_module_is_seen() {
        assertThat(MAIN_CODE)
                .extracting(JavaClass::getPackageName)
                .contains(
                        BASE,
                        BASE + ".redis",
                        BASE + ".jdbc",
                        BASE + ".zookeeper",
                        BASE + ".etcd",
                        BASE + ".migrate",
                        BASE + ".testbed.server",
                        BASE + ".tck",
                        BASE + ".mutants",
                        BASE + ".simulation",
                        BASE + ".report",
                        BASE + ".cli",
                        BASE + ".micrometer",
                        BASE + ".jfr",
                        BASE + ".opentelemetry",
                        BASE + ".annotation.call",
                        BASE + ".micronaut",
                        BASE + ".reactor",
                        BASE + ".kotlin",
                        BASE + ".quarkus",
                        BASE + ".quarkus.deployment",
                        BASE + ".shedlock",
                        BASE + ".spring.boot",
                        BASE + ".spring.integration");
    }

    @Test
    void lock_api_needs_only_slf4j_and_jspecify() {
        check(DEPENDENCIES.lock_api_needs_only_slf4j_and_jspecify());
    }

    @Test
    void backends_see_only_the_api_and_the_spi() {
        check(DEPENDENCIES.backends_see_only_the_api_and_the_spi());
    }

    @Test
    void the_memory_backend_is_seen_by_users_and_the_kit_only() {
        check(DEPENDENCIES.the_memory_backend_is_seen_by_users_and_the_kit_only());
    }

    @Test
    void jedis_is_seen_by_redis_and_the_report_only() {
        check(DEPENDENCIES.jedis_is_seen_by_redis_and_the_report_only());
    }

    @Test
    void jetcd_is_seen_by_etcd_and_the_report_only() {
        check(DEPENDENCIES.jetcd_is_seen_by_etcd_and_the_report_only());
    }

    @Test
    void curator_is_seen_by_zookeeper_and_the_report_only() {
        check(DEPENDENCIES.curator_is_seen_by_zookeeper_and_the_report_only());
    }

    @Test
    void pools_of_connections_are_seen_by_sql_and_the_report_only() {
        check(DEPENDENCIES.pools_of_connections_are_seen_by_sql_and_the_report_only());
    }

    @Test
    void the_spi_sees_nothing_but_the_api() {
        check(DEPENDENCIES.the_spi_sees_nothing_but_the_api());
    }

    @Test
    void the_spi_does_not_see_its_toolbox() {
        check(DEPENDENCIES.the_spi_does_not_see_its_toolbox());
    }

    @Test
    void the_guards_see_nothing_but_the_api() {
        check(DEPENDENCIES.the_guards_see_nothing_but_the_api());
    }

    @Test
    void the_api_sees_neither_spi_nor_internal_but_for_the_front_door() {
        check(DEPENDENCIES.the_api_sees_neither_spi_nor_internal_but_for_the_front_door());
    }

    @Test
    void the_engine_is_seen_by_the_front_door_and_the_simulation_only() {
        check(DEPENDENCIES.the_engine_is_seen_by_the_front_door_and_the_simulation_only());
    }

    @Test
    void the_testbed_knows_nothing_of_locks() {
        check(DEPENDENCIES.the_testbed_knows_nothing_of_locks());
    }

    @Test
    void the_testbed_is_seen_by_the_kit_and_the_report_only() {
        check(DEPENDENCIES.the_testbed_is_seen_by_the_kit_and_the_report_only());
    }

    @Test
    void the_kit_needs_neither_servers_nor_libraries_of_assertions() {
        check(DEPENDENCIES.the_kit_needs_neither_servers_nor_libraries_of_assertions());
    }

    @Test
    void the_kit_is_seen_by_the_mutants_the_simulation_and_the_report_only() {
        check(DEPENDENCIES.the_kit_is_seen_by_the_mutants_the_simulation_and_the_report_only());
    }

    @Test
    void the_mutants_are_seen_by_the_report_only() {
        check(DEPENDENCIES.the_mutants_are_seen_by_the_report_only());
    }

    @Test
    void no_other_module_sees_the_report() {
        check(DEPENDENCIES.no_other_module_sees_the_report());
    }

    @Test
    void the_meters_see_only_the_api_and_micrometer() {
        check(DEPENDENCIES.the_meters_see_only_the_api_and_micrometer());
    }

    @Test
    void the_command_line_sees_only_the_api() {
        check(DEPENDENCIES.the_command_line_sees_only_the_api());
    }

    @Test
    void micrometer_is_seen_by_the_meters_and_those_of_micronaut_only() {
        check(DEPENDENCIES.micrometer_is_seen_by_the_meters_and_those_of_micronaut_only());
    }

    @Test
    void the_recorder_events_see_only_the_api_and_jfr() {
        check(DEPENDENCIES.the_recorder_events_see_only_the_api_and_jfr());
    }

    @Test
    void jfr_is_seen_by_its_module_only() {
        check(DEPENDENCIES.jfr_is_seen_by_its_module_only());
    }

    @Test
    void the_traces_see_only_the_api_and_opentelemetry() {
        check(DEPENDENCIES.the_traces_see_only_the_api_and_opentelemetry());
    }

    @Test
    void opentelemetry_is_seen_by_its_module_only() {
        check(DEPENDENCIES.opentelemetry_is_seen_by_its_module_only());
    }

    @Test
    void the_reactive_locks_see_only_the_api_and_reactor() {
        check(DEPENDENCIES.the_reactive_locks_see_only_the_api_and_reactor());
    }

    @Test
    void reactor_is_seen_by_reactive_locks_and_annotated_methods_only() {
        check(DEPENDENCIES.reactor_is_seen_by_reactive_locks_and_annotated_methods_only());
    }

    @Test
    void annotated_methods_see_only_the_api_and_reactor() {
        check(DEPENDENCIES.annotated_methods_see_only_the_api_and_reactor());
    }

    @Test
    void annotated_methods_are_seen_by_frameworks_only() {
        check(DEPENDENCIES.annotated_methods_are_seen_by_frameworks_only());
    }

    @Test
    void annotated_methods_are_layered() {
        check(DEPENDENCIES.annotated_methods_are_layered());
    }

    @Test
    void the_locks_of_coroutines_see_only_the_api_and_kotlin() {
        check(DEPENDENCIES.the_locks_of_coroutines_see_only_the_api_and_kotlin());
    }

    @Test
    void kotlin_is_seen_by_its_module_only() {
        check(DEPENDENCIES.kotlin_is_seen_by_its_module_only());
    }

    @Test
    void the_provider_for_shedlock_sees_only_the_api_and_shedlock() {
        check(DEPENDENCIES.the_provider_for_shedlock_sees_only_the_api_and_shedlock());
    }

    @Test
    void shedlock_is_seen_by_its_module_and_the_report_only() {
        check(DEPENDENCIES.shedlock_is_seen_by_its_module_and_the_report_only());
    }

    @Test
    void the_registry_for_spring_sees_only_the_api_and_spring() {
        check(DEPENDENCIES.the_registry_for_spring_sees_only_the_api_and_spring());
    }

    @Test
    void quarkus_is_seen_by_its_modules_only() {
        check(DEPENDENCIES.quarkus_is_seen_by_its_modules_only());
    }

    @Test
    void micronaut_is_seen_by_its_module_only() {
        check(DEPENDENCIES.micronaut_is_seen_by_its_module_only());
    }

    @Test
    void spring_is_seen_by_its_modules_and_the_report_only() {
        check(DEPENDENCIES.spring_is_seen_by_its_modules_and_the_report_only());
    }

    @Test
    void the_engine_is_layered() {
        check(DEPENDENCIES.the_engine_is_layered());
    }

    @Test
    void the_redis_backend_is_layered() {
        check(DEPENDENCIES.the_redis_backend_is_layered());
    }

    @Test
    void the_inside_of_a_module_is_seen_by_this_module_only() {
        check(DEPENDENCIES.the_inside_of_a_module_is_seen_by_this_module_only());
    }

    @Test
    void the_zookeeper_backend_is_layered() {
        check(DEPENDENCIES.the_zookeeper_backend_is_layered());
    }

    @Test
    void the_etcd_backend_is_layered() {
        check(DEPENDENCIES.the_etcd_backend_is_layered());
    }

    @Test
    void the_sql_backend_is_layered() {
        check(DEPENDENCIES.the_sql_backend_is_layered());
    }

    @Test
    void the_kit_is_layered() {
        check(DEPENDENCIES.the_kit_is_layered());
    }

    @Test
    void the_mutants_are_layered() {
        check(DEPENDENCIES.the_mutants_are_layered());
    }

    @Test
    void packages_are_free_of_cycles() {
        check(DEPENDENCIES.packages_are_free_of_cycles());
    }

    @Test
    void logging_goes_through_slf4j() {
        check(DEPENDENCIES.logging_goes_through_slf4j());
    }

    @Test
    void time_is_read_in_one_class() {
        check(CODE.time_is_read_in_one_class());
    }

    @Test
    void measuring_tools_do_not_read_the_wall_clock() {
        check(CODE.measuring_tools_do_not_read_the_wall_clock());
    }

    @Test
    void what_looks_up_by_name_is_listed_for_native_images() {
        check(CODE.what_looks_up_by_name_is_listed_for_native_images());
    }

    @Test
    void threads_are_made_in_one_class() {
        check(CODE.threads_are_made_in_one_class());
    }

    @Test
    void the_engine_writes_to_the_log_through_one_door() {
        check(CODE.the_engine_writes_to_the_log_through_one_door());
    }

    @Test
    void the_engine_has_threads_waits_and_chance_from_its_machine() {
        check(CODE.the_engine_has_threads_waits_and_chance_from_its_machine());
    }

    @Test
    void no_code_sleeps() {
        check(CODE.no_code_sleeps());
    }

    @Test
    void no_synchronized_methods() {
        check(CODE.no_synchronized_methods());
    }

    @Test
    void no_synchronized_blocks() {
        check(CODE.no_synchronized_blocks());
    }

    @Test
    void public_signatures_do_not_show_the_engine() {
        check(CODE.public_signatures_do_not_show_the_engine());
    }

    @Test
    void public_classes_are_final() {
        check(CODE.public_classes_are_final());
    }

    @Test
    void handles_and_changed_options_must_be_used() {
        check(CODE.handles_and_changed_options_must_be_used());
    }

    @Test
    void only_programs_print() {
        check(CODE.only_programs_print());
    }

    @Test
    void every_package_is_null_marked() {
        check(CODE.every_package_is_null_marked());
    }

    @Test
    void names_say_what_a_thing_is() {
        check(CODE.names_say_what_a_thing_is());
    }

    private static void check(ArchRule rule) {
        rule.check(MAIN_CODE);
    }
}
