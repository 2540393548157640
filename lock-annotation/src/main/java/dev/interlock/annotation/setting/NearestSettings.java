// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the settings that a misspelt name may mean: those that differ from it in the fewest letters, or that have the
 * same last part in another block. Two swapped neighbouring letters count as one difference.
 */
public final class NearestSettings {

    /** More suggestions would not help. */
    private static final int MOST = 3;

    /** The maximum difference of a short name; one more for each ten letters. */
    private static final int FARTHEST = 2;

    /** The difference between two blocks. */
    private static final int ANOTHER_BLOCK = 2;

    private NearestSettings() {}

    /**
     * Returns the nearest candidates.
     *
     * @param misspelt the misspelt name
     * @param candidates the names that exist
     * @return at most three names; none if all are too different, or too many are equally near
     */
    public static List<String> of(String misspelt, Stream<String> candidates) {
        String last = last(misspelt);
        List<String> nearest = new ArrayList<>();
        int least = FARTHEST + last.length() / 10;
        for (String candidate : candidates.sorted().toList()) {
            int difference =
                    Math.min(difference(misspelt, candidate), ANOTHER_BLOCK + difference(last, last(candidate)));
            if (difference < least) {
                nearest.clear();
                least = difference;
            }
            if (difference == least) {
                nearest.add(candidate);
            }
        }
        return nearest.size() > MOST ? List.of() : nearest;
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The number of letters to insert, delete, change or swap with their neighbour to turn one name into the other. */
    static int difference(String one, String other) {
        int[] beforeLast = new int[0];
        int[] previous = new int[other.length() + 1];
        Arrays.setAll(previous, column -> column);
        for (int row = 1; row <= one.length(); row++) {
            int[] current = new int[other.length() + 1];
            current[0] = row;
            for (int column = 1; column <= other.length(); column++) {
                boolean same = one.charAt(row - 1) == other.charAt(column - 1);
                int least = Math.min(
                        previous[column - 1] + (same ? 0 : 1), 1 + Math.min(previous[column], current[column - 1]));
                boolean swapped = row > 1
                        && column > 1
                        && one.charAt(row - 1) == other.charAt(column - 2)
                        && one.charAt(row - 2) == other.charAt(column - 1);
                current[column] = swapped ? Math.min(least, 1 + beforeLast[column - 2]) : least;
            }
            beforeLast = previous;
            previous = current;
        }
        return previous[other.length()];
    }
}
