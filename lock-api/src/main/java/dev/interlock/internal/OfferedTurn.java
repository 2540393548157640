// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The turn that a waiter is offered: one at a time, and none once it leaves. Thread-safe. */
final class OfferedTurn {

    /** What a waiter says to an offer. */
    enum Answer {
        /** It has the turn from now on, and takes it or passes it on. */
        TAKES,
        /** The turn does not suit what it asked for; those behind it do not overtake it. */
        DECLINES,
        /** It does not wait any more. */
        LEAVES
    }

    /** Null while nothing is offered, empty while nothing can be. */
    private final AtomicReference<@Nullable Optional<Turn>> offered = new AtomicReference<>();

    Answer offer(Turn turn, EffectiveOptions asked) {
        if (offered.get() == null && !turn.suits(asked)) {
            return Answer.DECLINES;
        }
        return offered.compareAndSet(null, Optional.of(turn)) ? Answer.TAKES : Answer.LEAVES;
    }

    /** The turn that was offered, if one was: then nothing can be offered until {@link #reopen}. */
    @Nullable
    Turn take() {
        return offered.get() == null ? null : close();
    }

    /** Nothing can be offered any more; returns what was and is not taken yet. */
    @Nullable
    Turn close() {
        Optional<Turn> was = offered.getAndSet(Optional.empty());
        return was == null ? null : was.orElse(null);
    }

    /** The turn that was taken came to nothing: another one can be offered. */
    void reopen() {
        offered.set(null);
    }
}
