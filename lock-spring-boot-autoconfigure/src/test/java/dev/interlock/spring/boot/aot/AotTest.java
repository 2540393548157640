// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.aot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import dev.interlock.spring.boot.config.ClientProperties;
import dev.interlock.spring.boot.leader.Leader;
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

/** Boot can process the locks ahead of time, and gets the hints that it needs to bind their properties. */
final class AotTest {

    @Test
    void clients_are_made_by_generated_code_and_properties_have_hints() throws IOException {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of("interlock.backend=memory", "interlock.clients.stock.backend=memory")
                .applyTo(context);
        context.register(InterlockAutoConfiguration.class, Leading.class);
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        DefaultGenerationContext generation =
                new DefaultGenerationContext(new ClassNameGenerator(ClassName.get("shop", "Shop")), files);
        new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();

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
        assertThat(RuntimeHintsPredicates.reflection()
                        .onMethod(Leading.class, "lead")
                        .invoke())
                .accepts(hints);
    }

    /** A bean whose method is found by its annotation. */
    static class Leading {

        @Leader("led")
        void lead() {}
    }
}
