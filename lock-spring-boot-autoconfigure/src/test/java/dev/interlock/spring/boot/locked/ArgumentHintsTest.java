// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberHint;
import org.springframework.aot.hint.TypeHint;
import org.springframework.aot.hint.TypeReference;
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
        assertThat(generation.getRuntimeHints().reflection().getTypeHint(TypeReference.of(Payments.class)))
                .isNotNull();
        assertThat(methods(generation, Order.class)).contains("customer");
        assertThat(methods(generation, Customer.class)).contains("getId");
        assertThat(methods(generation, Report.class)).as("in no name").isEmpty();
    }

    /** Those that can be called in a native image. */
    private static List<String> methods(DefaultGenerationContext generation, Class<?> type) {
        TypeHint hint = generation.getRuntimeHints().reflection().getTypeHint(TypeReference.of(type));
        return hint == null
                ? List.of()
                : hint.methods()
                        .filter(method -> method.getMode() == ExecutableMode.INVOKE)
                        .map(MemberHint::getName)
                        .toList();
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
