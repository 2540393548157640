// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.aot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import dev.interlock.spring.boot.config.ClientProperties;
import dev.interlock.spring.boot.locked.Locked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** Boot can process the locks ahead of time, and gets the hints that it needs for their properties and names. */
final class AotTest {

    private final InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
    private final DefaultGenerationContext generation =
            new DefaultGenerationContext(new ClassNameGenerator(ClassName.get("shop", "Shop")), files);

    private void process(Class<?>... beans) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of("interlock.backend=memory", "interlock.clients.stock.backend=memory")
                .applyTo(context);
        context.register(InterlockAutoConfiguration.class);
        context.register(beans);
        new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
    }

    @Test
    void clients_are_made_by_generated_code_and_properties_have_hints() throws IOException {
        process(Payments.class);
        StringBuilder sources = new StringBuilder();
        for (var each : files.getGeneratedFiles(Kind.SOURCE).values()) {
            sources.append(new String(each.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(sources).contains("stockLockClient").contains("lockClient");
        RuntimeHints hints = generation.getRuntimeHints();
        for (Class<?> bound :
                List.of(ClientProperties.class, ClientProperties.NamedLock.class, ClientProperties.Retry.class)) {
            assertThat(hints.reflection().getTypeHint(TypeReference.of(bound)))
                    .as(bound.getName())
                    .isNotNull()
                    .satisfies(hint -> assertThat(hint.constructors().findAny().isPresent()
                                    || hint.getMemberCategories().contains(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                            .isTrue());
        }
    }

    @Test
    void annotated_methods_are_found_and_expressions_read_their_arguments() {
        process(Payments.class);

        RuntimeHints hints = generation.getRuntimeHints();
        assertThat(files.getGeneratedFiles(Kind.CLASS).keySet())
                .as("the class that Spring puts around the bean")
                .anyMatch(name -> name.contains("Payments$$SpringCGLIB$$"));
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(Payments.class)
                        .withMemberCategory(MemberCategory.INTROSPECT_DECLARED_METHODS))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethod(Order.class, "customer").invoke())
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethod(Customer.class, "getId").invoke())
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(Report.class))
                .as("in no name")
                .rejects(hints);
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
