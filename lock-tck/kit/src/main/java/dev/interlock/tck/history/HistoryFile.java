// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the events of many processes to one file, with a description of its columns. */
final class HistoryFile {

    private HistoryFile() {}

    /** Returns how many of the events fitted in. */
    static int write(List<HistoryEvent> events, Path file, long mostBytes) {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write(EventLine.HEADER + "\n");
            long bytes = EventLine.HEADER.length() + 1L;
            // If there is little room, the events get it.
            if (bytes + EventLine.LEGEND.length() <= mostBytes / 2) {
                out.write(EventLine.LEGEND);
                bytes += EventLine.LEGEND.length();
            }
            int written = 0;
            for (HistoryEvent event : events) {
                String line = EventLine.write(event) + "\n";
                bytes += line.getBytes(StandardCharsets.UTF_8).length;
                if (bytes > mostBytes) {
                    return written;
                }
                out.write(line);
                written++;
            }
            return written;
        } catch (IOException e) {
            throw new UncheckedIOException("no history can be written to " + file, e);
        }
    }
}
