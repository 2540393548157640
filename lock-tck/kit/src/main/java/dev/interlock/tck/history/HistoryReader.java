// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Reads files of events and records the position of each event. For one thread. */
final class HistoryReader {

    private final List<HistoryEvent> events = new ArrayList<>();
    private final IdentityHashMap<HistoryEvent, String> places = new IdentityHashMap<>();
    private int tornLines;

    void read(Path file) {
        String text = text(file);
        // A line without its end may be cut within a number: it is left out even if it can be parsed.
        int whole = text.lastIndexOf('\n') + 1;
        if (whole < text.length()) {
            tornLines++;
        }
        int number = 0;
        for (String line : text.substring(0, whole).split("\n", -1)) {
            number++;
            if (!line.isEmpty()) {
                readLine(file, number, line);
            }
        }
    }

    private void readLine(Path file, int number, String line) {
        String place = file.getFileName() + ", line " + number;
        if (number == 1) {
            if (!line.equals(EventLine.HEADER)) {
                throw new IllegalArgumentException(
                        place + ": expected '" + EventLine.HEADER + "' but found '" + line + "'");
            }
            return;
        }
        if (line.startsWith(EventLine.REMARK)) {
            return;
        }
        try {
            HistoryEvent event = EventLine.read(line);
            events.add(event);
            places.put(event, place);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
    }

    private static String text(Path file) {
        try {
            // Not readString: a torn last line may end within a character.
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the history " + file + " cannot be read", e);
        }
    }

    List<HistoryEvent> events() {
        return events;
    }

    Map<HistoryEvent, String> places() {
        return places;
    }

    int tornLines() {
        return tornLines;
    }
}
