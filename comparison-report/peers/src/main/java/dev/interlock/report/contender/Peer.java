// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import dev.interlock.report.peer.PeerSubject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * A library in one configuration, the subject of the questions.
 *
 * @param id such as {@code redisson-lock}
 * @param store such as {@code redis}
 * @param subject the subject of the questions that it is asked
 * @param title its name with the version
 * @param configuration its configuration in words, as its documentation recommends it
 * @param abilities its features
 * @param grants a part of the request by which the store grants its lock: a command, an operation, or SQL
 * @param notes by question id: where its own documentation describes the expected answer
 * @param leastLease the shortest lease that it accepts
 * @param opener opens a client
 */
public record Peer(
        String id,
        String store,
        PeerSubject subject,
        String title,
        String configuration,
        Set<Ability> abilities,
        String grants,
        Map<String, String> notes,
        Duration leastLease,
        Opener opener) {

    /** Copies the collections. */
    public Peer {
        abilities = Set.copyOf(abilities);
        notes = Map.copyOf(notes);
    }

    /**
     * A lock that accepts any lease.
     *
     * @param id as above
     * @param store as above
     * @param title as above
     * @param configuration as above
     * @param abilities as above
     * @param grants as above
     * @param notes as above
     * @param opener as above
     */
    public Peer(
            String id,
            String store,
            String title,
            String configuration,
            Set<Ability> abilities,
            String grants,
            Map<String, String> notes,
            Opener opener) {
        this(id, store, title, configuration, abilities, grants, notes, Duration.ZERO, opener);
    }

    /**
     * A lock.
     *
     * @param id as above
     * @param store as above
     * @param title as above
     * @param configuration as above
     * @param abilities as above
     * @param grants as above
     * @param notes as above
     * @param leastLease as above
     * @param opener as above
     */
    public Peer(
            String id,
            String store,
            String title,
            String configuration,
            Set<Ability> abilities,
            String grants,
            Map<String, String> notes,
            Duration leastLease,
            Opener opener) {
        this(id, store, PeerSubject.LOCKS, title, configuration, abilities, grants, notes, leastLease, opener);
    }

    /**
     * The same with another subject.
     *
     * @param other the subject
     * @param suffix what its id has besides
     * @return the peer of that subject
     */
    Peer about(PeerSubject other, String suffix) {
        return new Peer(id + suffix, store, other, title, configuration, abilities, grants, notes, leastLease, opener);
    }

    Peer about(PeerSubject other) {
        return about(other, "");
    }

    /**
     * Whether the peer has an ability.
     *
     * @param ability the ability
     * @return true if so
     */
    public boolean can(Ability ability) {
        return abilities.contains(ability);
    }
}
