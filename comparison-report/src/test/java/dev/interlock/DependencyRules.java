// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShouldConjunction;
import com.tngtech.archunit.lang.syntax.elements.ClassesThat;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/** Which module may see which, for a tree of packages below {@code base}: ours, or one with planted faults. */
final class DependencyRules {

    /** Stands for a module's own package among its layers, without the {@link #frontDoor}. */
    private static final String ITSELF = "the own package";

    /** Stands for the {@link #frontDoor} of a module among its layers. */
    private static final String FRONT_DOOR = "the front door";

    /** The packages of the engine, from the top to the bottom. */
    private static final List<String> ENGINE = List.of(
            ITSELF,
            "client",
            "election",
            "share",
            "multi",
            "acquire",
            "hold",
            "queue",
            "lease",
            "event",
            "backend",
            "machine");

    /** The packages of the Redis backend, from the top to the bottom; the guard sees none of the others. */
    private static final List<String> REDIS = List.of(
            ITSELF,
            "redlock",
            "start",
            "share",
            "loss",
            "waiting",
            "command",
            "connection",
            "error",
            "request",
            "options",
            "guard");

    /** The packages of the ZooKeeper backend, from the top to the bottom. */
    private static final List<String> ZOOKEEPER =
            List.of(ITSELF, "start", "bulk", "share", "queue", "hold", "session", "node", "options");

    /** The packages of the etcd backend, from the top to the bottom. */
    private static final List<String> ETCD =
            List.of(ITSELF, "start", "queue", "hold", "request", "error", "key", "options");

    /** The packages of the SQL backend, from the top to the bottom; the guard sees none of the others. */
    private static final List<String> JDBC = List.of(
            ITSELF,
            "share",
            "lease",
            "lease.queue",
            "lease.recall",
            "rowlock",
            "start",
            "database",
            "connection",
            "error",
            "dialect",
            "options",
            "guard");

    /** The packages of the kit, from the top to the bottom. */
    private static final List<String> KIT = List.of(
            "soak",
            "guard",
            "network",
            "bulk",
            "memory",
            "runner",
            FRONT_DOOR,
            "rules.grant",
            "rules.lease",
            "rules.waiting",
            "rules.client",
            "rules.fault",
            "rules.sequence",
            "rules.share",
            "rules.operator",
            "rules",
            "rules.instrument",
            ITSELF,
            "process",
            "history",
            "forward",
            "context",
            "time");

    /** The packages of the mutants, from the top to the bottom. */
    private static final List<String> MUTANTS = List.of(
            "memory",
            "memory.grant",
            "memory.lease",
            "memory.waiting",
            "memory.share",
            "memory.operator",
            "memory.client",
            "memory.fault",
            "memory.defect",
            ITSELF);

    /** The packages of what frameworks share, from the top to the bottom. */
    private static final List<String> ANNOTATION =
            List.of("call", "leader", "client", "fencing", "setting", ITSELF, "hold");

    private final String base;
    private final String spi;
    private final String internal;
    private final String guard;
    private final String memory;
    private final String redis;
    private final String zookeeper;
    private final String etcd;
    private final String jdbc;
    private final String testbed;
    private final String tck;
    private final String mutants;
    private final String simulation;
    private final String report;
    private final String micrometer;
    private final String jfr;
    private final String opentelemetry;
    private final String annotation;
    private final String micronaut;
    private final String reactor;
    private final String kotlin;
    private final String quarkus;
    private final String shedlock;
    private final String spring;

    DependencyRules(String base) {
        this.base = base;
        this.spi = base + ".spi..";
        this.internal = base + ".internal..";
        this.guard = base + ".guard..";
        this.memory = base + ".memory..";
        this.redis = base + ".redis..";
        this.zookeeper = base + ".zookeeper..";
        this.etcd = base + ".etcd..";
        this.jdbc = base + ".jdbc..";
        this.testbed = base + ".testbed..";
        this.tck = base + ".tck..";
        this.mutants = base + ".mutants..";
        this.simulation = base + ".simulation..";
        this.report = base + ".report..";
        this.micrometer = base + ".micrometer..";
        this.jfr = base + ".jfr..";
        this.opentelemetry = base + ".opentelemetry..";
        this.annotation = base + ".annotation..";
        this.micronaut = base + ".micronaut..";
        this.reactor = base + ".reactor..";
        this.kotlin = base + ".kotlin..";
        this.quarkus = base + ".quarkus..";
        this.shedlock = base + ".shedlock..";
        this.spring = base + ".spring..";
    }

    ArchRule lock_api_needs_only_slf4j_and_jspecify() {
        return classes()
                .that()
                .resideInAnyPackage(base, spi, internal, guard, memory)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        base, spi, internal, guard, memory, "java..", "org.slf4j..", "org.jspecify.."));
    }

    /** A backend's own guard is built on those of the API. */
    ArchRule backends_see_only_the_api_and_the_spi() {
        return CompositeArchRule.of(backendSeesOnlyTheApiAndTheSpi(memory))
                .and(backendSeesOnlyTheApiAndTheSpi(redis))
                .and(backendSeesOnlyTheApiAndTheSpi(zookeeper))
                .and(backendSeesOnlyTheApiAndTheSpi(etcd))
                .and(backendSeesOnlyTheApiAndTheSpi(base + ".migrate.."))
                .and(backendSeesOnlyTheApiAndTheSpi(jdbc));
    }

    private ArchRule backendSeesOnlyTheApiAndTheSpi(String backend) {
        return seesOnly(backend, resideInAnyPackage(base, spi, guard, backend));
    }

    ArchRule the_guards_see_nothing_but_the_api() {
        return seesOnly(guard, resideInAnyPackage(base, guard));
    }

    ArchRule the_memory_backend_is_seen_by_users_and_the_kit_only() {
        return outsideOf(
                        memory,
                        tck,
                        mutants,
                        simulation,
                        report,
                        base + ".micronaut.memory..",
                        base + ".spring.boot.client")
                .resideInAPackage(memory);
    }

    ArchRule jedis_is_seen_by_redis_and_the_report_only() {
        return outsideOf(redis, report, base + ".micronaut.redis..").resideInAPackage("redis.clients..");
    }

    ArchRule jetcd_is_seen_by_etcd_and_the_report_only() {
        return outsideOf(etcd, report, base + ".micronaut.etcd..").resideInAnyPackage("io.etcd..", "io.grpc..");
    }

    ArchRule curator_is_seen_by_zookeeper_and_the_report_only() {
        return outsideOf(zookeeper, report, base + ".micronaut.zookeeper..", base + ".spring.boot.store")
                .resideInAnyPackage("org.apache.curator..", "org.apache.zookeeper..");
    }

    ArchRule pools_of_connections_are_seen_by_sql_and_the_report_only() {
        return outsideOf(jdbc, report, base + ".micronaut.jdbc..", base + ".spring.boot.store")
                .resideInAnyPackage("javax.sql..", "com.zaxxer.hikari..");
    }

    ArchRule the_spi_sees_nothing_but_the_api() {
        return seesOnly(spi, resideInAnyPackage(base, spi));
    }

    /** The SPI proper is small, and a backend can do without the tools. */
    ArchRule the_spi_does_not_see_its_toolbox() {
        return noClasses()
                .that()
                .resideInAPackage(base + ".spi")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(base + ".spi.toolbox..");
    }

    ArchRule the_api_sees_neither_spi_nor_internal_but_for_the_front_door() {
        return noClasses()
                .that()
                .resideInAPackage(base)
                .and(not(frontDoor()))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(spi, internal);
    }

    ArchRule the_engine_is_seen_by_the_front_door_and_the_simulation_only() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(internal, simulation)
                .and(not(frontDoor()))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(internal);
    }

    ArchRule the_testbed_knows_nothing_of_locks() {
        return seesOnly(testbed, resideInAPackage(testbed));
    }

    ArchRule the_testbed_is_seen_by_the_kit_and_the_report_only() {
        return outsideOf(testbed, tck, report).resideInAPackage(testbed);
    }

    /** An author that runs the rules on a backend brings the server, and may use other assertions or none. */
    ArchRule the_kit_needs_neither_servers_nor_libraries_of_assertions() {
        return noClasses()
                .that()
                .resideInAPackage(tck)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(base + ".testbed.server..", "org.assertj..", "org.awaitility..");
    }

    ArchRule the_kit_is_seen_by_the_mutants_the_simulation_and_the_report_only() {
        return outsideOf(tck, mutants, simulation, report).resideInAPackage(tck);
    }

    ArchRule the_mutants_are_seen_by_the_report_only() {
        return outsideOf(mutants, report).resideInAPackage(mutants);
    }

    ArchRule no_other_module_sees_the_report() {
        return outsideOf(report).resideInAPackage(report);
    }

    ArchRule the_meters_see_only_the_api_and_micrometer() {
        return classes()
                .that()
                .resideInAPackage(micrometer)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(base, micrometer, "io.micrometer..", "java..", "org.jspecify.."));
    }

    ArchRule the_command_line_sees_only_the_api() {
        return classes()
                .that()
                .resideInAPackage(base + ".cli..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        base, base + ".cli..", "picocli..", "java..", "org.jspecify..", "org.slf4j.."));
    }

    ArchRule micrometer_is_seen_by_the_meters_and_those_of_micronaut_only() {
        return outsideOf(
                        micrometer,
                        base + ".micronaut.metrics..",
                        base + ".quarkus.metrics",
                        base + ".spring.boot.metrics",
                        base + ".spring.boot.observation")
                .resideInAnyPackage("io.micrometer..", micrometer);
    }

    ArchRule the_recorder_events_see_only_the_api_and_jfr() {
        return classes()
                .that()
                .resideInAPackage(jfr)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(base, jfr, "jdk.jfr..", "java..", "org.jspecify.."));
    }

    /** So that a runtime image without the JDK's module jdk.jfr can have all other modules. */
    ArchRule jfr_is_seen_by_its_module_only() {
        return outsideOf(jfr).resideInAnyPackage("jdk.jfr..", jfr);
    }

    ArchRule the_traces_see_only_the_api_and_opentelemetry() {
        return classes()
                .that()
                .resideInAPackage(opentelemetry)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(base, opentelemetry, "io.opentelemetry..", "java..", "org.jspecify.."));
    }

    ArchRule opentelemetry_is_seen_by_its_module_only() {
        return outsideOf(opentelemetry).resideInAnyPackage("io.opentelemetry..", opentelemetry);
    }

    ArchRule the_reactive_locks_see_only_the_api_and_reactor() {
        return classes()
                .that()
                .resideInAPackage(reactor)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        base, reactor, "reactor..", "org.reactivestreams..", "java..", "org.jspecify.."));
    }

    ArchRule annotated_methods_see_only_the_api_and_reactor() {
        return classes()
                .that()
                .resideInAPackage(annotation)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        base,
                        guard,
                        annotation,
                        "reactor..",
                        "org.reactivestreams..",
                        "java..",
                        "org.slf4j..",
                        "org.jspecify.."));
    }

    ArchRule annotated_methods_are_seen_by_frameworks_only() {
        return outsideOf(annotation, micronaut, quarkus, base + ".spring.boot..")
                .resideInAPackage(annotation);
    }

    ArchRule reactor_is_seen_by_reactive_locks_and_annotated_methods_only() {
        return outsideOf(
                        reactor,
                        annotation,
                        micronaut,
                        base + ".quarkus.locked",
                        base + ".spring.boot.locked",
                        base + ".spring.boot.fencing")
                .resideInAnyPackage("reactor..", "org.reactivestreams..", reactor);
    }

    ArchRule the_locks_of_coroutines_see_only_the_api_and_kotlin() {
        return classes()
                .that()
                .resideInAPackage(kotlin)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        base,
                        kotlin,
                        "kotlin..",
                        "kotlinx.coroutines..",
                        "java..",
                        "org.jetbrains.annotations..",
                        "org.jspecify.."));
    }

    ArchRule kotlin_is_seen_by_its_module_only() {
        return outsideOf(kotlin).resideInAnyPackage("kotlin..", "kotlinx..", kotlin);
    }

    ArchRule the_provider_for_shedlock_sees_only_the_api_and_shedlock() {
        return classes()
                .that()
                .resideInAPackage(shedlock)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(base, shedlock, "net.javacrumbs.shedlock..", "java..", "org.jspecify.."));
    }

    ArchRule shedlock_is_seen_by_its_module_and_the_report_only() {
        return outsideOf(shedlock, report).resideInAnyPackage("net.javacrumbs.shedlock..", shedlock);
    }

    ArchRule the_registry_for_spring_sees_only_the_api_and_spring() {
        return classes()
                .that()
                .resideInAPackage(base + ".spring.integration..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        base, base + ".spring.integration..", "org.springframework..", "java..", "org.jspecify.."));
    }

    ArchRule micronaut_is_seen_by_its_module_only() {
        return outsideOf(micronaut).resideInAnyPackage("io.micronaut..", micronaut);
    }

    ArchRule quarkus_is_seen_by_its_modules_only() {
        return outsideOf(quarkus).resideInAnyPackage("io.quarkus..", quarkus);
    }

    ArchRule spring_is_seen_by_its_modules_and_the_report_only() {
        return outsideOf(spring, report).resideInAnyPackage("org.springframework..", spring);
    }

    ArchRule the_engine_is_layered() {
        return layered(base + ".internal", ENGINE);
    }

    ArchRule the_redis_backend_is_layered() {
        return layered(base + ".redis", REDIS);
    }

    ArchRule the_zookeeper_backend_is_layered() {
        return layered(base + ".zookeeper", ZOOKEEPER);
    }

    ArchRule the_etcd_backend_is_layered() {
        return layered(base + ".etcd", ETCD);
    }

    ArchRule the_sql_backend_is_layered() {
        return layered(base + ".jdbc", JDBC);
    }

    ArchRule annotated_methods_are_layered() {
        return layered(base + ".annotation", ANNOTATION);
    }

    ArchRule the_kit_is_layered() {
        return layered(base + ".tck", KIT);
    }

    ArchRule the_mutants_are_layered() {
        return layered(base + ".mutants", MUTANTS);
    }

    /** Each layer sees only those below it, and each class of the module is in one of them. */
    private ArchRule layered(String module, List<String> topDown) {
        LayeredArchitecture layers = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .ensureAllClassesAreContainedInArchitectureIgnoring(resideOutsideOfPackage(module + ".."));
        for (String layer : topDown) {
            layers = layers.optionalLayer(layer).definedBy(layerOf(module, layer));
        }
        layers = layers.whereLayer(topDown.get(0)).mayNotBeAccessedByAnyLayer();
        for (int i = 1; i < topDown.size(); i++) {
            layers = layers.whereLayer(topDown.get(i))
                    .mayOnlyBeAccessedByLayers(topDown.subList(0, i).toArray(String[]::new));
        }
        return layers;
    }

    private DescribedPredicate<JavaClass> layerOf(String module, String layer) {
        return layer.equals(FRONT_DOOR)
                ? frontDoor().and(resideInAPackage(module))
                : not(frontDoor()).and(resideInAPackage(packageOf(module, layer)));
    }

    private static String packageOf(String module, String layer) {
        return layer.equals(ITSELF) ? module : module + "." + layer;
    }

    ArchRule the_inside_of_a_module_is_seen_by_this_module_only() {
        return CompositeArchRule.of(outsideOf(redis)
                        .resideInAnyPackage(inside(base + ".redis", REDIS, ITSELF, "guard", "redlock", "options")))
                .and(outsideOf(tck).resideInAnyPackage(base + ".tck.rules..", base + ".tck.time"))
                .and(outsideOf(mutants).resideInAnyPackage(inside(base + ".mutants", MUTANTS, "memory", ITSELF)));
    }

    /** The layers that are not for users. */
    private static String[] inside(String module, List<String> layers, String... forUsers) {
        return layers.stream()
                .filter(layer -> !List.of(forUsers).contains(layer))
                .map(layer -> packageOf(module, layer))
                .toArray(String[]::new);
    }

    ArchRule packages_are_free_of_cycles() {
        return slices().assignedFrom(eachPackage())
                .should()
                .beFreeOfCycles()
                .ignoreDependency(frontDoor(), alwaysTrue());
    }

    ArchRule logging_goes_through_slf4j() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..", "org.apache.logging..", "org.apache.commons.logging..");
    }

    /** No class outside of these packages may depend on those that follow. */
    private static ClassesThat<ClassesShouldConjunction> outsideOf(String... packages) {
        return noClasses().that().resideOutsideOfPackages(packages).should().dependOnClassesThat();
    }

    /** Of our packages, a package may depend on these only. */
    private ArchRule seesOnly(String seeing, DescribedPredicate<JavaClass> seen) {
        return noClasses()
                .that()
                .resideInAPackage(seeing)
                .should()
                .dependOnClassesThat(resideInAPackage(base + "..").and(not(seen)));
    }

    /**
     * The one class of a package for users that may reach what is built on this package: in the API the client, whose
     * static factories reach the SPI and the engine, and in the kit the class that nests the rules.
     */
    private DescribedPredicate<JavaClass> frontDoor() {
        List<String> names = List.of(base + ".LockClient", base + ".tck.LockTck");
        return describe(
                FRONT_DOOR,
                type -> names.stream()
                        .anyMatch(name ->
                                type.getName().equals(name) || type.getName().startsWith(name + "$")));
    }

    private SliceAssignment eachPackage() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return resideInAPackage(base + "..").test(type)
                        ? SliceIdentifier.of(type.getPackageName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }
}
