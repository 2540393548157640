// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** The metadata, the check for unknown properties and the page list the same properties. */
final class PropertiesAreDocumentedTest {

    private static final Path PAGE = Path.of("..", "docs", "spring-boot.md");
    private static final List<String> MAPS = List.of("clients", "named", "options");

    @Test
    void the_check_knows_what_Boot_binds() throws IOException {
        List<String> known = Stream.concat(KnownProperties.ofMainClient().stream(), MAPS.stream())
                .map("interlock."::concat)
                .toList();
        assertThat(bound("interlock.")).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void each_property_is_on_the_page() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(bound("")).allSatisfy(property -> assertThat(page).contains("`" + property + "`"));
        assertThat(KnownProperties.ofNamedLock())
                .allSatisfy(property -> assertThat(page).contains("`interlock.named.*." + property + "`"));
    }

    private static List<String> bound(String prefix) throws IOException {
        List<String> names = new ArrayList<>();
        for (URL metadata : Collections.list(InterlockProperties.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream content = metadata.openStream()) {
                String json = new String(content.readAllBytes(), StandardCharsets.UTF_8);
                Map<String, Object> all = JsonParserFactory.getJsonParser().parseMap(json);
                for (Object property : (List<?>) all.get("properties")) {
                    String name = String.valueOf(((Map<?, ?>) property).get("name"));
                    if (name.startsWith(prefix) && (name.startsWith("interlock.") || name.contains(".locks."))) {
                        names.add(name);
                    }
                }
            }
        }
        return names;
    }
}
