// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.interlock.tck.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The JSON files beside this package, each a list of records. They hold the prose and name the results that it rests
 * on. A field that is missing, null or unknown is an error, and so is an id that does not exist.
 */
final class DataFile {

    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .addModule(new SimpleModule().addDeserializer(Rule.class, new RuleById()))
            .build();

    private DataFile() {}

    /** Reads a file beside this package. */
    static <T> List<T> read(String name, Class<T> entry) {
        try (InputStream file = DataFile.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing beside " + DataFile.class.getPackageName());
            }
            return parse(name, new String(file.readAllBytes(), UTF_8), entry);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses a file's text; an error names the file and the line of its entry. */
    static <T> List<T> parse(String name, String json, Class<T> entry) {
        try {
            return STRICT.readerForListOf(entry).readValue(json);
        } catch (JacksonException e) {
            throw new IllegalStateException(
                    name + ", line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage(), e);
        }
    }

    /** Reads a rule by its id, such as {@code ACQ-1}. */
    private static final class RuleById extends FromStringDeserializer<Rule> {

        private static final long serialVersionUID = 1;

        private RuleById() {
            super(Rule.class);
        }

        @Override
        protected Rule _deserialize(String id, DeserializationContext context) {
            return Rule.valueOf(id.replace('-', '_'));
        }
    }
}
