// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;

/** The file of what was found of the peers, which the report's page can show. Thread-safe. */
public final class PeerFile {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private PeerFile() {}

    /**
     * Writes it, replacing the file.
     *
     * @param report what was found
     * @param file where to
     * @throws IOException if it cannot be written
     */
    public static void write(PeerReport report, Path file) throws IOException {
        JSON.writeValue(file.toFile(), report);
    }

    /**
     * Reads it.
     *
     * @param file as written by {@link #write}
     * @return what was found
     * @throws IOException if it cannot be read, or is of another format
     */
    public static PeerReport read(Path file) throws IOException {
        try {
            if (JSON.readTree(file.toFile()).path("format").asText().equals(PeerReport.FORMAT)) {
                return JSON.readValue(file.toFile(), PeerReport.class);
            }
        } catch (JacksonException e) {
            throw new IOException("'" + file + "' is no file of peers: " + e.getOriginalMessage(), e);
        }
        throw new IOException("'" + file + "' must have the format " + PeerReport.FORMAT + " but has not");
    }
}
