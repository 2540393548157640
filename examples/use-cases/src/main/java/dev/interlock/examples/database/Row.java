// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.database;

import java.util.Map;

/**
 * One row of a result. Immutable.
 *
 * @param columns as text, by name
 */
public record Row(Map<String, String> columns) {

    /** Copies the columns. */
    public Row {
        columns = Map.copyOf(columns);
    }

    /**
     * One column.
     *
     * @param column its name
     * @return the text, {@code null} as such for a null
     * @throws IllegalArgumentException if there is no such column
     */
    public String text(String column) {
        String text = columns.get(column);
        if (text == null) {
            throw new IllegalArgumentException("no column " + column + " in " + columns.keySet());
        }
        return text;
    }

    /**
     * One column, as a number.
     *
     * @param column its name
     * @return the number
     */
    public long number(String column) {
        return Long.parseLong(text(column));
    }
}
