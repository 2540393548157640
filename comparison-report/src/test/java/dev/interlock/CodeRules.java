// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import dev.interlock.spi.AttemptId;
import java.time.Clock;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * What main code may contain, for a tree of packages below {@code base}. The rules on calls look at every access,
 * because {@code System::nanoTime} is not a call to ArchUnit.
 */
final class CodeRules {

    private static final Set<String> WALL_CLOCK_METHODS = Set.of("now", "currentTimeMillis");

    private final String base;

    CodeRules(String base) {
        this.base = base;
    }

    ArchRule time_is_read_in_one_class() {
        return noClasses()
                .that()
                .resideInAnyPackage(
                        base,
                        base + ".spi..",
                        base + ".internal..",
                        base + ".guard..",
                        base + ".memory..",
                        base + ".redis..",
                        base + ".zookeeper..",
                        base + ".etcd..",
                        base + ".migrate..",
                        base + ".jdbc..",
                        base + ".micrometer..",
                        base + ".jfr..",
                        base + ".opentelemetry..",
                        base + ".annotation..",
                        base + ".micronaut..",
                        base + ".reactor..",
                        base + ".kotlin..",
                        base + ".quarkus..",
                        base + ".shedlock..",
                        base + ".spring..")
                .and()
                .doNotHaveFullyQualifiedName(base + ".internal.machine.SystemClock")
                .should()
                .accessTargetWhere(readsTheWallClock().or(accesses(System.class, "nanoTime")));
    }

    /** So that a simulated machine decides everything that two runs could do differently. */
    ArchRule the_engine_has_threads_waits_and_chance_from_its_machine() {
        return noClasses()
                .that()
                .resideInAPackage(base + ".internal..")
                .and()
                .doNotHaveFullyQualifiedName(base + ".internal.machine.RealMachine")
                .and()
                .doNotHaveFullyQualifiedName(base + ".internal.machine.SystemClock")
                .and()
                .doNotHaveFullyQualifiedName(base + ".internal.machine.StepThreads")
                .and()
                .doNotHaveFullyQualifiedName(base + ".internal.machine.LogThread")
                .should()
                .accessTargetWhere(accesses(Thread.class, "<init>")
                        .or(accesses(Thread.class, "start"))
                        .or(accesses(ThreadPoolExecutor.class, "<init>"))
                        .or(accesses(ReentrantLock.class, "<init>"))
                        .or(accesses(LockSupport.class, "park"))
                        .or(accesses(LockSupport.class, "unpark"))
                        .or(accesses(CountDownLatch.class, "await"))
                        .or(accesses(ThreadLocalRandom.class, "current"))
                        .or(accesses(AttemptId.class, "random")));
    }

    /** A native image has nothing else to be found by a name. Tools for tests run in no native image. */
    ArchRule what_looks_up_by_name_is_listed_for_native_images() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(
                        base + ".testbed..",
                        base + ".tck..",
                        base + ".mutants..",
                        base + ".simulation..",
                        base + ".report..",
                        // A program that is no image: it asks for signals by name.
                        base + ".cli..",
                        // It runs when an application is built, before there is an image.
                        base + ".quarkus.deployment..")
                .and(not(listedForNativeImages()))
                .should()
                .accessTargetWhere(new LooksUpByName());
    }

    /** So that no thread of the library has anything of the user's thread that started it. */
    ArchRule threads_are_made_in_one_class() {
        return noClasses()
                .that()
                .resideInAnyPackage(
                        base + ".internal..",
                        base + ".redis..",
                        base + ".zookeeper..",
                        base + ".etcd..",
                        base + ".migrate..",
                        base + ".jdbc..")
                .and()
                // A thread that its steps recognise.
                .haveSimpleNameNotEndingWith("StepThread")
                .should()
                .accessTargetWhere(accesses(Thread.class, "<init>"));
    }

    /** So that an appender that blocks costs no lock. */
    ArchRule the_engine_writes_to_the_log_through_one_door() {
        return noClasses()
                .that()
                .resideInAPackage(base + ".internal..")
                .and()
                .doNotHaveFullyQualifiedName(base + ".internal.machine.EngineLog")
                .and()
                .doNotHaveFullyQualifiedName(base + ".internal.machine.LogThread")
                .should()
                .accessTargetWhere(accesses(Logger.class, "trace")
                        .or(accesses(Logger.class, "debug"))
                        .or(accesses(Logger.class, "info"))
                        .or(accesses(Logger.class, "warn"))
                        .or(accesses(Logger.class, "error"))
                        .or(accesses(Logger.class, "atLevel")));
    }

    /** The measuring tools may call {@code nanoTime}, and one class of the report may write the date on it. */
    ArchRule measuring_tools_do_not_read_the_wall_clock() {
        return noClasses()
                .that()
                .resideInAnyPackage(base + ".testbed..", base + ".tck..", base + ".mutants..", base + ".report..")
                .and()
                .doNotHaveFullyQualifiedName(base + ".report.WallClock")
                .should()
                .accessTargetWhere(readsTheWallClock());
    }

    ArchRule no_code_sleeps() {
        return noClasses()
                .should()
                .accessTargetWhere(accesses(Thread.class, "sleep").or(accesses(TimeUnit.class, "sleep")));
    }

    ArchRule no_synchronized_methods() {
        return noMethods().should().haveModifier(SYNCHRONIZED);
    }

    ArchRule no_synchronized_blocks() {
        return noClasses().should(new EnterAMonitor());
    }

    ArchRule public_signatures_do_not_show_the_engine() {
        return codeUnits()
                .that()
                .areDeclaredInClassesThat(
                        resideInAnyPackage(base, base + ".spi..").and(modifier(PUBLIC)))
                .and(modifier(PUBLIC).or(modifier(PROTECTED)))
                .should(ArchCondition.from(not(showsTheEngine())));
    }

    private DescribedPredicate<JavaCodeUnit> showsTheEngine() {
        return describe(
                "show a type of the engine",
                unit -> Stream.concat(
                                unit.getAllInvolvedRawTypes().stream(), unit.getThrowsClause().getTypes().stream())
                        .anyMatch(resideInAPackage(base + ".internal..")));
    }

    ArchRule public_classes_are_final() {
        return classes()
                .that()
                .arePublic()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .and()
                .doNotHaveModifier(ABSTRACT)
                .and()
                .areNotAssignableTo(Throwable.class)
                .should()
                .haveModifier(FINAL);
    }

    /** A dropped handle keeps its lock until it is garbage-collected, and a dropped copy of options changes nothing. */
    ArchRule handles_and_changed_options_must_be_used() {
        String marker = CheckReturnValue.class.getName();
        return methods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage(base)
                .and()
                .arePublic()
                .and()
                .haveNameMatching("with(?!Lock$)[A-Z].*|acquire.*|tryAcquire|renew.*")
                .should(ArchCondition.from(describe(
                        "have @CheckReturnValue, or their type has it",
                        method -> method.isAnnotatedWith(marker)
                                || method.getOwner().isAnnotatedWith(marker))));
    }

    ArchRule only_programs_print() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(base + ".report..", base + ".cli..")
                .should(ACCESS_STANDARD_STREAMS);
    }

    ArchRule every_package_is_null_marked() {
        return classes()
                .should(ArchCondition.from(describe(
                        "be in a @NullMarked package",
                        type -> type.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked"))));
    }

    ArchRule names_say_what_a_thing_is() {
        return noClasses()
                .should()
                .haveNameMatching(".*(Impl|Manager|Helper|Utils?)(\\$.*)?")
                .orShould()
                .resideInAnyPackage("..common..", "..support..", "..util..");
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheWallClock() {
        return describe("reads the wall clock", access -> {
            JavaClass owner = access.getTargetOwner();
            String name = access.getTarget().getName();
            if (owner.isEquivalentTo(Date.class)) {
                return name.equals("<init>");
            }
            if (owner.isEquivalentTo(Clock.class)) {
                return name.startsWith("system") || name.startsWith("tick");
            }
            boolean tellsTime =
                    owner.isEquivalentTo(System.class) || owner.getPackageName().startsWith("java.time");
            return tellsTime && WALL_CLOCK_METHODS.contains(name);
        });
    }

    /** With the classes in it. */
    private static DescribedPredicate<JavaClass> listedForNativeImages() {
        return describe("listed in NativeImageTest", type -> {
            String outermost = type.getName().replaceFirst("\\$.*", "");
            return NativeImageTest.thatLookUp().contains(outermost);
        });
    }

    private static DescribedPredicate<JavaAccess<?>> accesses(Class<?> owner, String name) {
        return describe(
                "accesses " + owner.getSimpleName() + "." + name,
                access -> access.getTargetOwner().isEquivalentTo(owner)
                        && access.getTarget().getName().equals(name));
    }
}
