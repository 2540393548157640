// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** An application that is processed ahead of time has what its annotated methods need in a native image. */
final class ArgumentHintsTest {

    @Test
    void annotated_methods_are_found_and_expressions_read_their_arguments() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of("interlock.backend=memory").applyTo(context);
        context.register(InterlockAutoConfiguration.class, InterlockLockedAutoConfiguration.class, Payments.class);
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        DefaultGenerationContext generation =
                new DefaultGenerationContext(new ClassNameGenerator(ClassName.get("shop", "Shop")), files);
        new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();

        assertThat(files.getGeneratedFiles(Kind.CLASS).keySet())
                .as("the class that Spring puts around the bean")
                .anyMatch(name -> name.contains("Payments$$SpringCGLIB$$"));
        RuntimeHints hints = generation.getRuntimeHints();
        ReflectionHintsPredicates reflection = RuntimeHintsPredicates.reflection();
        assertThat(reflection.onType(Payments.class).withMemberCategory(MemberCategory.INTROSPECT_DECLARED_METHODS))
                .accepts(hints);
        assertThat(reflection.onMethod(Order.class, "customer").invoke()).accepts(hints);
        assertThat(reflection.onMethod(Customer.class, "getId").invoke()).accepts(hints);
        assertThat(reflection.onType(Report.class)).as("in no name").rejects(hints);
    }

    /** A bean as an application has it. */
    static class Payments {

        @Locked("customer-#{order.customer.id}")
        void pay(Order order) {}

        @Locked("reports")
        void report(Report report) {}
    }

    record Order(Customer customer) {}

    /** Has a getter. */
    static final class Customer {

        public String getId() {
            return "7";
        }
    }

    record Report(int day) {}
}
