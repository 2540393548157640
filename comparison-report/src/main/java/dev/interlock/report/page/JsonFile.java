// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.report.data.Report;
import java.io.IOException;
import java.nio.file.Path;

/** A report as JSON. Thread-safe. */
public final class JsonFile {

    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonFile() {}

    /**
     * Writes a report, replacing the file.
     *
     * @param report the report
     * @param file where to
     * @throws IOException if it cannot be written
     */
    public static void write(Report report, Path file) throws IOException {
        MAPPER.writeValue(file.toFile(), report);
    }

    /**
     * Reads a report.
     *
     * @param file as written by {@link #write}
     * @return the report
     * @throws IOException if it cannot be read
     */
    public static Report read(Path file) throws IOException {
        return MAPPER.readValue(file.toFile(), Report.class);
    }
}
