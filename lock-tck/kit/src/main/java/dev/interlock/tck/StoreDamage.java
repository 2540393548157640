// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.util.function.Predicate;

/**
 * A way to damage what a store keeps for a lock, as a failing disk or a stray write does. Afterwards no backend can read
 * the owner or the last token from it. The damage stays: each rule uses a name of its own.
 *
 * @param description what is damaged, for messages: such as {@code a file full of garbage}
 * @param damage damages what the store keeps for the lock of this name; false, with nothing changed, if the store keeps
 *     nothing for it
 */
public record StoreDamage(String description, Predicate<String> damage) {

    /**
     * Damages what the store keeps for a lock.
     *
     * @param name the lock
     * @return false if the store keeps nothing for it
     */
    public boolean of(String name) {
        return damage.test(name);
    }
}
