// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What happened to one lock, as steps that a module of the model makes. Immutable.
 *
 * @param origin where it comes from, for people
 * @param stops whether threads may stand still in it
 * @param steps each in the format of TLA+, with clients named "a1", "a2" and so on
 */
public record Trace(String origin, boolean stops, List<String> steps) {

    private static final Pattern CLIENT = Pattern.compile("\"a(\\d+)\"");

    /** Copies the steps. */
    public Trace {
        steps = List.copyOf(steps);
    }

    /** How many clients it has. */
    int clients() {
        return steps.stream()
                .flatMap(step -> CLIENT.matcher(step).results())
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .max()
                .orElse(0);
    }

    /** The sequence of its steps. */
    String text() {
        return "<<" + String.join(",", steps) + ">>";
    }
}
