// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Shows each rule red: run on the tree of planted faults, it must name the faults meant for it. */
final class ArchitectureGuardTest {

    private static final String BASE = "dev.interlock.planted";
    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages(BASE);
    private static final DependencyRules DEPENDENCIES = new DependencyRules(BASE);
    private static final CodeRules CODE = new CodeRules(BASE);

    @Test
    void lock_api_needs_only_slf4j_and_jspecify() {
        catches(DEPENDENCIES.lock_api_needs_only_slf4j_and_jspecify(), "ApiFaults$SeesJackson");
    }

    @Test
    void backends_see_only_the_api_and_the_spi() {
        catches(
                DEPENDENCIES.backends_see_only_the_api_and_the_spi(),
                "RedisFaults$SeesEngine",
                "RedisFaults$SeesMemory",
                "ZookeeperFaults$SeesEngine",
                "EtcdFaults$SeesEngine",
                "MigrateFaults$SeesEngine",
                "JdbcFaults$SeesRedis",
                "MemoryStore");
    }

    @Test
    void the_memory_backend_is_seen_by_users_and_the_kit_only() {
        catches(DEPENDENCIES.the_memory_backend_is_seen_by_users_and_the_kit_only(), "RedisFaults$SeesMemory");
    }

    @Test
    void jedis_is_seen_by_redis_and_the_report_only() {
        catches(DEPENDENCIES.jedis_is_seen_by_redis_and_the_report_only(), "KitFaults$SeesJedis");
    }

    @Test
    void jetcd_is_seen_by_etcd_and_the_report_only() {
        catches(DEPENDENCIES.jetcd_is_seen_by_etcd_and_the_report_only(), "KitFaults$SeesJetcd");
    }

    @Test
    void curator_is_seen_by_zookeeper_and_the_report_only() {
        catches(DEPENDENCIES.curator_is_seen_by_zookeeper_and_the_report_only(), "KitFaults$SeesCurator");
    }

    @Test
    void pools_of_connections_are_seen_by_sql_and_the_report_only() {
        ArchRule rule = DEPENDENCIES.pools_of_connections_are_seen_by_sql_and_the_report_only();
        catches(rule, "KitFaults$SeesDataSource");
        spares(rule, "JdbcFaults");
    }

    @Test
    void the_spi_sees_nothing_but_the_api() {
        catches(DEPENDENCIES.the_spi_sees_nothing_but_the_api(), "SpiFaults$SeesEngine");
    }

    @Test
    void the_spi_does_not_see_its_toolbox() {
        ArchRule rule = DEPENDENCIES.the_spi_does_not_see_its_toolbox();
        catches(rule, "SpiFaults$SeesToolbox");
        spares(rule, "SeesEngine");
    }

    @Test
    void the_guards_see_nothing_but_the_api() {
        catches(DEPENDENCIES.the_guards_see_nothing_but_the_api(), "GuardFaults");
    }

    @Test
    void the_api_sees_neither_spi_nor_internal_but_for_the_front_door() {
        ArchRule rule = DEPENDENCIES.the_api_sees_neither_spi_nor_internal_but_for_the_front_door();
        catches(rule, "ApiFaults$SeesSpi", "ApiFaults$SeesEngine");
        spares(rule, "LockClient");
    }

    @Test
    void the_engine_is_seen_by_the_front_door_and_the_simulation_only() {
        ArchRule rule = DEPENDENCIES.the_engine_is_seen_by_the_front_door_and_the_simulation_only();
        catches(rule, "RedisFaults$SeesEngine");
        spares(rule, "LockClient");
    }

    @Test
    void the_testbed_knows_nothing_of_locks() {
        ArchRule rule = DEPENDENCIES.the_testbed_knows_nothing_of_locks();
        catches(rule, "TestbedFaults$SeesSpi", "TestbedFaults$SeesKit");
        spares(rule, "SeesServer");
    }

    @Test
    void the_testbed_is_seen_by_the_kit_and_the_report_only() {
        ArchRule rule = DEPENDENCIES.the_testbed_is_seen_by_the_kit_and_the_report_only();
        catches(rule, "MutantFaults$SeesServer");
        spares(rule, "KitFaults");
    }

    @Test
    void the_kit_needs_neither_servers_nor_libraries_of_assertions() {
        ArchRule rule = DEPENDENCIES.the_kit_needs_neither_servers_nor_libraries_of_assertions();
        catches(rule, "KitFaults$SeesServer", "KitFaults$SeesAssertJ");
        spares(rule, "MutantFaults");
    }

    @Test
    void the_kit_is_seen_by_the_mutants_the_simulation_and_the_report_only() {
        ArchRule rule = DEPENDENCIES.the_kit_is_seen_by_the_mutants_the_simulation_and_the_report_only();
        catches(rule, "RedisFaults$SeesKit", "TestbedFaults$SeesKit");
        spares(rule, "MutantFaults");
    }

    @Test
    void the_mutants_are_seen_by_the_report_only() {
        catches(DEPENDENCIES.the_mutants_are_seen_by_the_report_only(), "KitFaults$SeesMutants");
    }

    @Test
    void no_other_module_sees_the_report() {
        catches(DEPENDENCIES.no_other_module_sees_the_report(), "ApiFaults$SeesReport");
    }

    @Test
    void the_meters_see_only_the_api_and_micrometer() {
        catches(DEPENDENCIES.the_meters_see_only_the_api_and_micrometer(), "MeterFaults$SeesSpi");
    }

    @Test
    void the_command_line_sees_only_the_api() {
        catches(DEPENDENCIES.the_command_line_sees_only_the_api(), "CommandFaults$SeesSpi");
    }

    @Test
    void micrometer_is_seen_by_the_meters_and_those_of_micronaut_only() {
        catches(
                DEPENDENCIES.micrometer_is_seen_by_the_meters_and_those_of_micronaut_only(),
                "RedisFaults$SeesMicrometer");
    }

    @Test
    void the_recorder_events_see_only_the_api_and_jfr() {
        catches(DEPENDENCIES.the_recorder_events_see_only_the_api_and_jfr(), "JfrFaults$SeesSpi");
    }

    @Test
    void jfr_is_seen_by_its_module_only() {
        catches(DEPENDENCIES.jfr_is_seen_by_its_module_only(), "RedisFaults$SeesJfr");
    }

    @Test
    void the_traces_see_only_the_api_and_opentelemetry() {
        catches(DEPENDENCIES.the_traces_see_only_the_api_and_opentelemetry(), "OpenTelemetryFaults$SeesSpi");
    }

    @Test
    void opentelemetry_is_seen_by_its_module_only() {
        catches(DEPENDENCIES.opentelemetry_is_seen_by_its_module_only(), "RedisFaults$SeesOpenTelemetry");
    }

    @Test
    void the_reactive_locks_see_only_the_api_and_reactor() {
        catches(DEPENDENCIES.the_reactive_locks_see_only_the_api_and_reactor(), "ReactorFaults$SeesSpi");
    }

    @Test
    void reactor_is_seen_by_reactive_locks_and_annotated_methods_only() {
        catches(DEPENDENCIES.reactor_is_seen_by_reactive_locks_and_annotated_methods_only(), "RedisFaults$SeesReactor");
    }

    @Test
    void annotated_methods_see_only_the_api_and_reactor() {
        catches(DEPENDENCIES.annotated_methods_see_only_the_api_and_reactor(), "AnnotationFaults$SeesSpi");
    }

    @Test
    void annotated_methods_are_seen_by_frameworks_only() {
        catches(DEPENDENCIES.annotated_methods_are_seen_by_frameworks_only(), "RedisFaults$SeesAnnotation");
    }

    @Test
    void annotated_methods_are_layered() {
        catches(DEPENDENCIES.annotated_methods_are_layered(), "HoldFaults$SeesAnnotation");
    }

    @Test
    void the_locks_of_coroutines_see_only_the_api_and_kotlin() {
        catches(DEPENDENCIES.the_locks_of_coroutines_see_only_the_api_and_kotlin(), "KotlinFaults$SeesSpi");
    }

    @Test
    void kotlin_is_seen_by_its_module_only() {
        catches(DEPENDENCIES.kotlin_is_seen_by_its_module_only(), "RedisFaults$SeesKotlin");
    }

    @Test
    void the_provider_for_shedlock_sees_only_the_api_and_shedlock() {
        catches(DEPENDENCIES.the_provider_for_shedlock_sees_only_the_api_and_shedlock(), "ShedlockFaults$SeesSpi");
    }

    @Test
    void shedlock_is_seen_by_its_module_and_the_report_only() {
        catches(DEPENDENCIES.shedlock_is_seen_by_its_module_and_the_report_only(), "RedisFaults$SeesShedlock");
    }

    @Test
    void the_registry_for_spring_sees_only_the_api_and_spring() {
        catches(DEPENDENCIES.the_registry_for_spring_sees_only_the_api_and_spring(), "RegistryFaults$SeesSpi");
    }

    @Test
    void quarkus_is_seen_by_its_modules_only() {
        catches(DEPENDENCIES.quarkus_is_seen_by_its_modules_only(), "RedisFaults$SeesQuarkus");
    }

    @Test
    void micronaut_is_seen_by_its_module_only() {
        catches(DEPENDENCIES.micronaut_is_seen_by_its_module_only(), "RedisFaults$SeesMicronaut");
    }

    @Test
    void spring_is_seen_by_its_modules_and_the_report_only() {
        catches(DEPENDENCIES.spring_is_seen_by_its_modules_and_the_report_only(), "RedisFaults$SeesSpring");
    }

    @Test
    void the_engine_is_layered() {
        catches(DEPENDENCIES.the_engine_is_layered(), "QueueFaults$SeesHold");
    }

    @Test
    void the_redis_backend_is_layered() {
        ArchRule rule = DEPENDENCIES.the_redis_backend_is_layered();
        catches(rule, "RequestFaults$SeesCommand", "RequestFaults$SeesBackend");
        spares(rule, "SeesCommandBelow");
    }

    @Test
    void the_inside_of_a_module_is_seen_by_this_module_only() {
        ArchRule rule = DEPENDENCIES.the_inside_of_a_module_is_seen_by_this_module_only();
        catches(rule, "ReportFaults$SeesCommand", "ReportFaults$SeesDefect", "MutantFaults$SeesRule");
        spares(rule, "RequestFaults");
    }

    @Test
    void the_zookeeper_backend_is_layered() {
        ArchRule rule = DEPENDENCIES.the_zookeeper_backend_is_layered();
        catches(rule, "NodeFaults$SeesSession", "InNoLayer");
        spares(rule, "ZookeeperFaults");
    }

    @Test
    void the_etcd_backend_is_layered() {
        ArchRule rule = DEPENDENCIES.the_etcd_backend_is_layered();
        catches(rule, "KeyFaults$SeesRequest");
        spares(rule, "EtcdFaults");
    }

    @Test
    void the_sql_backend_is_layered() {
        catches(DEPENDENCIES.the_sql_backend_is_layered(), "QueueFaults$SeesLease");
    }

    @Test
    void the_kit_is_layered() {
        ArchRule rule = DEPENDENCIES.the_kit_is_layered();
        catches(rule, "RuleFaults$SeesKit", "KitFaults$SeesRule");
        spares(rule, "LockTck$Nested");
    }

    @Test
    void the_mutants_are_layered() {
        catches(DEPENDENCIES.the_mutants_are_layered(), "MutantFaults$SeesDefect");
    }

    @Test
    void packages_are_free_of_cycles() {
        ArchRule rule = DEPENDENCIES.packages_are_free_of_cycles();
        catches(rule, "MachineFaults$ClosesACycle");
        spares(rule, "LockClient");
    }

    @Test
    void logging_goes_through_slf4j() {
        catches(DEPENDENCIES.logging_goes_through_slf4j(), "EngineFaults$LogsElsewhere");
    }

    @Test
    void time_is_read_in_one_class() {
        ArchRule rule = CODE.time_is_read_in_one_class();
        catches(
                rule,
                "EngineFaults$CallsNanoTime",
                "EngineFaults$RefersToNanoTime",
                "EngineFaults$AsksInstant",
                "EngineFaults$AsksClock");
        spares(rule, "SystemClock");
    }

    @Test
    void measuring_tools_do_not_read_the_wall_clock() {
        ArchRule rule = CODE.measuring_tools_do_not_read_the_wall_clock();
        catches(rule, "KitFaults$ReadsWallClock", "ReportFaults$MakesDate");
        spares(rule, "CallsNanoTime");
    }

    @Test
    void what_looks_up_by_name_is_listed_for_native_images() {
        catches(
                CODE.what_looks_up_by_name_is_listed_for_native_images(),
                "RedisFaults$LooksUpAClass",
                "RedisFaults$ReadsAResource",
                "RedisFaults$MakesAProxy",
                "RedisFaults$CallsWhatItWasGiven",
                "RedisFaults$LooksIntoAType");
    }

    @Test
    void threads_are_made_in_one_class() {
        catches(CODE.threads_are_made_in_one_class(), "EngineFaults$StartsThread");
    }

    @Test
    void the_engine_writes_to_the_log_through_one_door() {
        catches(
                CODE.the_engine_writes_to_the_log_through_one_door(),
                "EngineFaults$WritesToTheLog",
                "EngineFaults$RefersToTheLog");
    }

    @Test
    void the_engine_has_threads_waits_and_chance_from_its_machine() {
        ArchRule rule = CODE.the_engine_has_threads_waits_and_chance_from_its_machine();
        catches(
                rule,
                "EngineFaults$StartsThread",
                "EngineFaults$MakesPool",
                "EngineFaults$MakesLock",
                "EngineFaults$Parks",
                "EngineFaults$Awaits",
                "EngineFaults$DrawsLots",
                "EngineFaults$MakesId");
        spares(rule, "CallsNanoTime");
    }

    @Test
    void no_code_sleeps() {
        catches(CODE.no_code_sleeps(), "EngineFaults$Sleeps", "EngineFaults$SleepsByUnit");
    }

    @Test
    void no_synchronized_methods() {
        ArchRule rule = CODE.no_synchronized_methods();
        catches(rule, "EngineFaults$SynchronizedMethod");
        spares(rule, "SynchronizedBlock");
    }

    @Test
    void no_synchronized_blocks() {
        ArchRule rule = CODE.no_synchronized_blocks();
        catches(rule, "EngineFaults$SynchronizedBlock");
        spares(rule, "SynchronizedMethod");
    }

    @Test
    void public_signatures_do_not_show_the_engine() {
        ArchRule rule = CODE.public_signatures_do_not_show_the_engine();
        catches(rule, "ApiFaults$ShowsEngine");
        spares(rule, "SeesEngine");
    }

    @Test
    void public_classes_are_final() {
        ArchRule rule = CODE.public_classes_are_final();
        catches(rule, "ApiFaults$NotFinal");
        spares(rule, "LockManager");
    }

    @Test
    void handles_and_changed_options_must_be_used() {
        ArchRule rule = CODE.handles_and_changed_options_must_be_used();
        catches(rule, "ApiFaults$MayBeDropped");
        spares(rule, "MustBeUsed");
    }

    @Test
    void only_programs_print() {
        ArchRule rule = CODE.only_programs_print();
        catches(rule, "EngineFaults$Prints", "EngineFaults$PrintsErrors");
        spares(rule, "ReportFaults");
    }

    @Test
    void every_package_is_null_marked() {
        catches(CODE.every_package_is_null_marked(), "ApiFaults");
    }

    @Test
    void names_say_what_a_thing_is() {
        ArchRule rule = CODE.names_say_what_a_thing_is();
        catches(rule, "ApiFaults$LockManager");
        spares(rule, "NotFinal");
    }

    @Test
    void every_rule_is_checked_and_seen_to_fail() {
        List<String> rules = Stream.of(DependencyRules.class, CodeRules.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method ->
                        method.getReturnType() == ArchRule.class && !Modifier.isPrivate(method.getModifiers()))
                .map(Method::getName)
                .toList();
        assertThat(testsOf(ArchitectureTest.class)).containsAll(rules);
        assertThat(testsOf(ArchitectureGuardTest.class)).containsAll(rules);
    }

    private static List<String> testsOf(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .toList();
    }

    /** The class names are those below {@code dev.interlock.planted}. */
    private static void catches(ArchRule rule, String... faults) {
        assertThat(reportOf(rule)).contains(faults);
    }

    private static void spares(ArchRule rule, String innocent) {
        assertThat(reportOf(rule)).doesNotContain(innocent);
    }

    private static String reportOf(ArchRule rule) {
        return String.join("\n", rule.evaluate(PLANTED).getFailureReport().getDetails());
    }
}
