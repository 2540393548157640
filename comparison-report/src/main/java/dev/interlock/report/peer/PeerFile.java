// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;

/** The files with the results of other libraries, which the report's page can show. Thread-safe. */
public final class PeerFile {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private PeerFile() {}

    /**
     * Writes a report, replacing the file.
     *
     * @param report the report
     * @param file the file to write
     * @throws IOException if it cannot be written
     */
    public static void write(PeerReport report, Path file) throws IOException {
        JSON.writeValue(file.toFile(), report);
    }

    /**
     * Reads a report.
     *
     * @param file as written by {@link #write}
     * @return the report
     * @throws IOException if it cannot be read, or is of another format
     */
    public static PeerReport read(Path file) throws IOException {
        return read(file, PeerReport.FORMAT, PeerReport.class);
    }

    /**
     * Reads the file of the module contention.
     *
     * @param file as that module writes it
     * @return the part that the page shows
     * @throws IOException if it cannot be read, or is of another format
     */
    public static ContentionReport readContention(Path file) throws IOException {
        return read(file, ContentionReport.FORMAT, ContentionReport.class);
    }

    private static <T> T read(Path file, String format, Class<T> type) throws IOException {
        try {
            if (JSON.readTree(file.toFile()).path("format").asText().equals(format)) {
                return JSON.readValue(file.toFile(), type);
            }
        } catch (JacksonException e) {
            throw new IOException("'" + file + "' is no file of " + format + ": " + e.getOriginalMessage(), e);
        }
        throw new IOException("'" + file + "' must have the format " + format + " but has not");
    }
}
