// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.report.data.Report;
import java.io.IOException;
import java.nio.file.Path;

/** A report as JSON: its records, with the version of the format. Thread-safe. */
public final class JsonFile {

    /** The format; it changes with the records, and {@code docs/report.schema.json} describes it. */
    public static final String FORMAT = "interlock-report/4";

    private static final String FORMAT_FIELD = "format";

    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonFile() {}

    /**
     * Writes a report, replacing the file.
     *
     * @param report the report
     * @param file the file to write
     * @throws IOException if it cannot be written
     */
    public static void write(Report report, Path file) throws IOException {
        ObjectNode root = MAPPER.createObjectNode().put(FORMAT_FIELD, FORMAT);
        root.setAll(MAPPER.<ObjectNode>valueToTree(report));
        MAPPER.writeValue(file.toFile(), root);
    }

    /**
     * Reads a report.
     *
     * @param file as written by {@link #write}
     * @return the report
     * @throws IOException if it cannot be read, or is of another format
     */
    public static Report read(Path file) throws IOException {
        try {
            if (MAPPER.readTree(file.toFile()) instanceof ObjectNode root
                    && root.path(FORMAT_FIELD).asText().equals(FORMAT)) {
                return MAPPER.treeToValue(root.without(FORMAT_FIELD), Report.class);
            }
        } catch (JacksonException e) {
            throw new IOException("'" + file + "' is no report: " + e.getOriginalMessage(), e);
        }
        throw new IOException("'" + file + "' must have the format " + FORMAT + " but has not");
    }
}
