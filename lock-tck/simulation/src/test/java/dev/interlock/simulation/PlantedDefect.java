// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A defect of the engine: a place or two of its sources that read differently.
 *
 * @param id short, and the only one of its name
 * @param what what is wrong, in a sentence
 * @param type the class whose source is changed, of the engine or the store in memory, by its simple name
 * @param sound what it says, however it is broken into lines
 * @param defective what it says instead
 * @param within after how many schedules it is found at the latest
 * @param mendedBy the commit that mended it, if the engine had it once; else empty
 */
record PlantedDefect(String id, String what, String type, String sound, String defective, int within, String mendedBy) {

    /** Between the texts of two places. */
    private static final String BREAK = "\f";

    /** One that the engine never had, as far as is known. */
    PlantedDefect(String id, String what, String type, String sound, String defective, int within) {
        this(id, what, type, sound, defective, within, "");
    }

    /** The same, which the engine had once until this commit. */
    PlantedDefect hadUntil(String commit) {
        return new PlantedDefect(id, what, type, sound, defective, within, commit);
    }

    /** The same with one more place that reads differently, of the same class. */
    PlantedDefect and(String alsoSound, String alsoDefective) {
        return new PlantedDefect(
                id, what, type, sound + BREAK + alsoSound, defective + BREAK + alsoDefective, within, mendedBy);
    }

    /** The source with the defect; each sound text must be there once, or this list is behind the engine. */
    String plantedIn(String source) {
        String[] before = sound.split(BREAK, -1);
        String[] after = defective.split(BREAK, -1);
        String planted = source;
        for (int i = 0; i < before.length; i++) {
            planted = plantedIn(planted, before[i], after[i]);
        }
        return planted;
    }

    private String plantedIn(String source, String before, String after) {
        String words =
                Arrays.stream(before.strip().split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+"));
        Matcher place = Pattern.compile(words).matcher(source);
        if (!place.find()) {
            throw new IllegalStateException(id + ": " + type + " does not say '" + before + "' any more");
        }
        int start = place.start();
        int end = place.end();
        if (place.find()) {
            throw new IllegalStateException(id + ": " + type + " says '" + before + "' more than once");
        }
        return source.substring(0, start) + after + source.substring(end);
    }

    @Override
    public String toString() {
        return id;
    }
}
