// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The page shows code that is compiled and run. */
final class PaymentsAreDocumentedTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Path PAGE = Path.of("..", "docs", "kotlin-and-reactor.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "dev", "interlock", "reactor", "docs", "Payments.java");

    private final Orders orders = new Orders() {
        @Override
        public Mono<String> pay(long id, long fencingToken) {
            return Mono.just(id + " paid under a token: " + (fencingToken > 0));
        }

        @Override
        public Flux<String> lines(long id) {
            return Flux.just("one", "two");
        }

        @Override
        public Mono<Void> report(long fencingToken) {
            return Mono.empty();
        }
    };

    @Test
    void the_page_shows_exactly_this_code() throws IOException {
        String source = Files.readString(SOURCE);
        assertThat(Files.readString(PAGE))
                .contains("```java\n" + source.substring(source.indexOf("final class ")) + "```");
    }

    @Test
    void it_works() {
        try (LockClient client = LockClient.connect("memory:PaymentsAreDocumentedTest")) {
            Payments payments = new Payments(client, orders);
            assertThat(payments.pay(42).block(LIMIT)).isEqualTo("42 paid under a token: true");
            assertThat(payments.lines(42).collectList().block(LIMIT)).containsExactly("one", "two");
            assertThat(payments.report().block(LIMIT)).isTrue();
        }
    }
}
