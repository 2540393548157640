// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schema in docs/ is that of the records, and what is written keeps to it. */
final class ReportSchemaTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Path DOCUMENTED = Path.of("..", "docs", "report.schema.json");

    @TempDir
    Path directory;

    @Test
    void the_documented_schema_is_that_of_the_records() throws IOException {
        String schema = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(ReportSchema.ofReports()) + "\n";
        Files.writeString(Path.of("target", "report.schema.json"), schema);
        assertThat(DOCUMENTED)
                .as("after a change of the records: a new number in JsonFile.FORMAT if readers break, and"
                        + " cp comparison-report/target/report.schema.json docs/")
                .hasContent(schema);
    }

    @Test
    void a_written_report_follows_the_schema() throws IOException {
        Path file = directory.resolve("report.json");
        JsonFile.write(SampleReport.with("text"), file);
        JsonNode schema = ReportSchema.ofReports();
        assertThat(wrong(schema, schema, MAPPER.readTree(file.toFile()), "")).isEmpty();
    }

    @Test
    void a_report_that_breaks_the_schema_is_found() throws IOException {
        Path file = directory.resolve("report.json");
        JsonFile.write(SampleReport.with("text"), file);
        JsonNode schema = ReportSchema.ofReports();
        String broken = Files.readString(file)
                .replaceFirst("\"full\" : false", "\"full\" : \"no\"")
                .replaceFirst("\"seconds\"", "\"secs\"")
                .replaceFirst("\"FAILED\"", "\"BAD\"");
        assertThat(wrong(schema, schema, MAPPER.readTree(broken), ""))
                .contains("/full is no boolean", "/seconds is missing", "/secs is unknown")
                .anyMatch(each -> each.endsWith("is none of the names"));
    }

    /** As much of JSON schema as ours uses. */
    private static List<String> wrong(JsonNode root, JsonNode schema, JsonNode value, String place) {
        if (schema.has("$ref")) {
            return wrong(root, root.at(schema.path("$ref").asText().substring(1)), value, place);
        }
        if (schema.has("anyOf")) {
            return value.isNull() ? List.of() : wrong(root, schema.path("anyOf").get(0), value, place);
        }
        if (schema.has("const")) {
            return value.equals(schema.path("const")) ? List.of() : List.of(place + " is another");
        }
        if (schema.has("enum")) {
            boolean known = StreamSupport.stream(schema.path("enum").spliterator(), false)
                    .anyMatch(value::equals);
            return known ? List.of() : List.of(place + " is none of the names");
        }
        List<String> all = new ArrayList<>();
        String type = schema.path("type").asText();
        if (!is(type, value)) {
            return List.of(place + " is no " + type);
        }
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            all.addAll(wrong(root, schema.path("items"), value.get(i), place + "/" + i));
        }
        if (value.isObject()) {
            schema.path("required").forEach(name -> {
                if (!value.has(name.asText())) {
                    all.add(place + "/" + name.asText() + " is missing");
                }
            });
            value.properties().forEach(field -> {
                JsonNode known = schema.path("properties").path(field.getKey());
                String at = place + "/" + field.getKey();
                all.addAll(
                        known.isMissingNode() ? List.of(at + " is unknown") : wrong(root, known, field.getValue(), at));
            });
        }
        return all;
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> false;
        };
    }
}
