// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import dev.interlock.Holder;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model of one lock that several may hold: its owners, those that wait, and what each step must end in. Each step
 * returns what is wrong with an outcome, or null. Not thread-safe.
 */
final class ExpectedShares {

    private final int limit;
    private final Map<Asked, Part> owners = new LinkedHashMap<>();
    private final Map<Asked, Place> queue = new LinkedHashMap<>();
    private long greatestToken;

    /** Whether a step of an owner may have come after the end of its lease. */
    private boolean late;

    ExpectedShares(int limit) {
        this.limit = limit;
    }

    /** What an owner has. */
    private record Part(Share share, Owner owner) {

        Part with(Lease lease) {
            return new Part(share, owner.with(lease));
        }

        boolean overlaps(Owner other) {
            return owner.token() <= other.lastToken() && other.token() <= owner.lastToken();
        }
    }

    /** An attempt that waits. Its grant has a greater token than those before its arrival. */
    private record Place(Share share, long after) {}

    List<Asked> owners() {
        return List.copyOf(owners.keySet());
    }

    List<Asked> waiting() {
        return List.copyOf(queue.keySet());
    }

    boolean isOwner(Asked asked) {
        return owners.containsKey(asked);
    }

    boolean mayBeOver() {
        return late
                || owners.values().stream().anyMatch(part -> part.owner.lease().mayBeOver());
    }

    /** Whether the units fit beside those that are held, and those of the waiters that came before. */
    boolean fits(Asked asked, Share share) {
        return share.units() <= roomBefore(asked);
    }

    /** How many units an attempt can be granted that comes now. */
    long room() {
        return roomBefore(null);
    }

    private long roomBefore(@Nullable Asked asked) {
        long room = limit;
        for (Part part : owners.values()) {
            room -= part.share.units();
        }
        for (Map.Entry<Asked, Place> before : queue.entrySet()) {
            if (before.getKey().equals(asked)) {
                break;
            }
            room -= before.getValue().share.units();
        }
        return room;
    }

    /** Whether the first that waits could have been granted its units already. */
    boolean isFirstServed() {
        Iterator<Map.Entry<Asked, Place>> first = queue.entrySet().iterator();
        if (!first.hasNext()) {
            return false;
        }
        Map.Entry<Asked, Place> waiter = first.next();
        return fits(waiter.getKey(), waiter.getValue().share);
    }

    void waits(Asked asked, Share share) {
        queue.putIfAbsent(asked, new Place(share, greatestToken));
    }

    void leaves(Asked asked) {
        queue.remove(asked);
    }

    @Nullable
    String tried(Asked asked, Share share, AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Contended contended) {
            if (contended.retryAfter().isNegative()) {
                return "the pause must not be negative";
            }
            return isOwner(asked) ? "the attempt has its units" : fits(asked, share) ? "the units fit" : null;
        }
        if (!(outcome instanceof AcquireOutcome.Granted granted)) {
            return "must be granted or contended";
        }
        Grant grant = granted.grant();
        String wrong = Owner.wrongIn(asked, grant);
        if (wrong != null) {
            return wrong;
        }
        Owner owner = Owner.of(asked, grant);
        Part present = owners.get(asked);
        if (present != null) {
            Lease before = present.owner.lease();
            late |= before.mayBeOver();
            owners.put(asked, present.with(before.orLater(owner.lease())));
            return grant.token() == present.owner.token()
                    ? null
                    : "the attempt has its units with token " + present.owner.token();
        }
        boolean fitted = fits(asked, share);
        Place place = queue.remove(asked);
        long least = place == null ? greatestToken : place.after;
        boolean fresh = owners.values().stream().noneMatch(part -> part.overlaps(owner));
        greatestToken = Math.max(greatestToken, owner.lastToken());
        owners.put(asked, new Part(share, owner));
        return !fitted
                ? "the units do not fit beside those of " + owners() + " and those that wait, " + waiting()
                : fresh && grant.token() > least ? null : "the tokens must be new, and greater than " + least;
    }

    @Nullable
    String renewed(Asked asked, Duration lease, RenewOutcome outcome, boolean wanted) {
        Part present = owners.get(asked);
        if (present == null) {
            return outcome instanceof RenewOutcome.NotOwner ? null : "the attempt has no units";
        }
        if (!(outcome instanceof RenewOutcome.Renewed renewed)) {
            return "the attempt has its units";
        }
        Lease before = present.owner.lease();
        late |= before.mayBeOver();
        owners.put(asked, present.with(before.orLater(Lease.from(renewed.sentNanos(), renewed.lease()))));
        if (wanted ? queue.isEmpty() : !queue.isEmpty() && !isFirstServed()) {
            return "those that wait are " + waiting();
        }
        return renewed.lease().compareTo(lease) > 0 ? "the lease must be at most " + lease : null;
    }

    @Nullable
    String released(Asked asked, ReleaseOutcome outcome) {
        Part present = owners.remove(asked);
        if (present == null) {
            return outcome instanceof ReleaseOutcome.NotOwner ? null : "the attempt has no units";
        }
        late |= present.owner.lease().mayBeOver();
        return outcome instanceof ReleaseOutcome.Released ? null : "the attempt had its units";
    }

    /** What is wrong with a look, which may show a waiter that was served and has not looked. */
    @Nullable
    String shown(List<Holder> holders, long began) {
        if (isFirstServed()) {
            return null;
        }
        List<Owner> expected = owners.values().stream()
                .map(Part::owner)
                .sorted(Comparator.comparingLong(Owner::token))
                .toList();
        if (expected.size() != holders.size()) {
            return "the holders are " + owners();
        }
        for (int i = 0; i < expected.size(); i++) {
            String wrong = expected.get(i).wrongIn(holders.get(i), began);
            if (wrong != null) {
                return "holder " + i + " in the order of the grants: " + wrong;
            }
        }
        return null;
    }

    void ended(Asked asked) {
        owners.remove(asked);
    }
}
