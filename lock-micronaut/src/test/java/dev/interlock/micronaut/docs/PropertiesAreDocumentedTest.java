// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page lists what the annotation processor found, and what the backends' blocks read. */
final class PropertiesAreDocumentedTest {

    private static final Path PAGE = Path.of("..", "docs", "micronaut.md");

    @Test
    void each_bound_property_is_on_the_page() throws IOException {
        List<String> bound = BoundProperties.names();
        assertThat(bound).contains("locks.backend", "locks.named.*.lease");
        String page = Files.readString(PAGE);
        assertThat(bound).allSatisfy(property -> assertThat(page).contains("`" + property + "`"));
    }

    @Test
    void each_option_of_a_backend_is_on_the_page() throws IOException {
        List<String> options = KnownOptions.properties();
        assertThat(options)
                .contains("locks.redis.token-ttl", "locks.zookeeper.acl", "locks.etcd.cacert", "locks.jdbc.max-held");
        String page = Files.readString(PAGE);
        assertThat(options).allSatisfy(property -> assertThat(page).contains("`" + property + "`"));
    }
}
