// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

/** A level of safety of a lock. Its promise holds or breaks independently of the other levels. */
public enum SafetyLevel {
    /** The store grants a lock to one owner at a time. */
    SERVER("S", "one owner at a time at the store"),
    /** No two clients believe that they hold a lock. */
    BELIEF("B", "no two clients believe that they hold it"),
    /** No effect of an older holder reaches the protected resource after an effect of a newer holder. */
    EFFECT("E", "no stale effect reaches the resource");

    private final String letter;
    private final String description;

    SafetyLevel(String letter, String description) {
        this.letter = letter;
        this.description = description;
    }

    /**
     * Returns the level's letter in tables.
     *
     * @return S, B or E
     */
    public String letter() {
        return letter;
    }

    /**
     * Returns the level's promise.
     *
     * @return a description
     */
    public String description() {
        return description;
    }
}
