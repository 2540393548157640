// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.micronaut.config.LockConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the annotation processor found: the properties that classes of configuration are made of. */
public final class BoundProperties {

    private BoundProperties() {}

    public static List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        for (URL metadata : Collections.list(
                LockConfiguration.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream content = metadata.openStream()) {
                for (JsonNode property : new ObjectMapper().readTree(content).path("properties")) {
                    String name = property.path("name").asText();
                    if (name.startsWith(LockConfiguration.PREFIX + ".")) {
                        names.add(name);
                    }
                }
            }
        }
        return names;
    }
}
