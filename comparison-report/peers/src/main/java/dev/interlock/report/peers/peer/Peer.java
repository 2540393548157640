// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import dev.interlock.report.contention.contender.StoreAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What the questions are put to.
 *
 * @param id such as {@code redisson-lock}
 * @param store such as {@code redis}
 * @param title with the version
 * @param configuration in words, as its documentation recommends it
 * @param abilities what it has
 * @param grants a part of the request by which the store grants its lock: a command, an operation, or SQL
 * @param notes by the id of a question: where its own documentation says the same as the answer that is expected
 * @param opener opens a client
 */
public record Peer(
        String id,
        String store,
        String title,
        String configuration,
        Set<Ability> abilities,
        String grants,
        Map<String, String> notes,
        Opener opener) {

    /** Copies the collections. */
    public Peer {
        abilities = Set.copyOf(abilities);
        notes = Map.copyOf(notes);
    }

    /**
     * Whether the peer has an ability.
     *
     * @param ability which
     * @return true if so
     */
    public boolean can(Ability ability) {
        return abilities.contains(ability);
    }

    /** Opens a client. */
    @FunctionalInterface
    public interface Opener {

        /**
         * Opens a client.
         *
         * @param address of the store
         * @param lease of a lock whose holder dies, or the session's time-out
         * @return the client, which the caller closes
         * @throws Exception if the store failed
         */
        PeerClient open(StoreAddress address, Duration lease) throws Exception;
    }
}
