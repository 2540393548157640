// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockUnavailableException;
import dev.interlock.Waiting;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** What holds of a lock that is held in two stores: what both of them have. */
final class CommonCapabilities {

    /** Steps for several locks, and for locks that several may hold, are not taken in two stores. */
    private static final Set<Capability> LEFT_OUT =
            Set.of(Capability.GRANTS_ALL_AT_ONCE, Capability.RECALLS, Capability.SHARES);

    private CommonCapabilities() {}

    /**
     * The capabilities of both.
     *
     * @throws LockUnavailableException if no lease suits both stores
     */
    static Capabilities of(Half from, Half to) {
        Capabilities old = from.backend().capabilities();
        Capabilities recent = to.backend().capabilities();
        Set<Capability> declared = EnumSet.noneOf(Capability.class);
        declared.addAll(old.declared());
        declared.retainAll(recent.declared());
        declared.removeAll(LEFT_OUT);
        Duration shortest = longer(old.minLease(), recent.minLease());
        Duration longest = old.maxLease().compareTo(recent.maxLease()) < 0 ? old.maxLease() : recent.maxLease();
        if (shortest.compareTo(longest) > 0) {
            throw new LockUnavailableException(
                    "no lease suits both " + from.store() + ", from " + old.minLease() + " to " + old.maxLease()
                            + ", and " + to.store() + ", from " + recent.minLease() + " to " + recent.maxLease(),
                    null);
        }
        return Capabilities.of("migrate", waiting(old.waiting(), recent.waiting()), shortest, longest)
                .withDeclared(declared)
                .withMaxTokens(Math.min(old.maxTokens(), recent.maxTokens()));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Waiting waiting(Waiting one, Waiting other) {
        return one == Waiting.BLOCKING || other == Waiting.BLOCKING
                ? Waiting.BLOCKING
                : one == Waiting.POLL || other == Waiting.POLL ? Waiting.POLL : Waiting.SIGNAL;
    }
}
