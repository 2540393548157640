// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A defect of the engine: one place of its sources that reads differently.
 *
 * @param id short, and the only one of its name
 * @param what what is wrong, in a sentence
 * @param type the class of the engine whose source is changed, by its simple name
 * @param sound what it says, however it is broken into lines
 * @param defective what it says instead
 * @param within after how many schedules it is found at the latest
 */
record PlantedDefect(String id, String what, String type, String sound, String defective, int within) {

    /** The source with the defect; the sound text must be there once, or this list is behind the engine. */
    String plantedIn(String source) {
        String words =
                Arrays.stream(sound.strip().split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+"));
        Matcher place = Pattern.compile(words).matcher(source);
        if (!place.find()) {
            throw new IllegalStateException(id + ": " + type + " does not say '" + sound + "' any more");
        }
        int start = place.start();
        int end = place.end();
        if (place.find()) {
            throw new IllegalStateException(id + ": " + type + " says '" + sound + "' more than once");
        }
        return source.substring(0, start) + defective + source.substring(end);
    }

    @Override
    public String toString() {
        return id;
    }
}
