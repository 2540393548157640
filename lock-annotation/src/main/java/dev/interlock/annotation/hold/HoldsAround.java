// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.hold;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The holds of the annotated methods around the running code, innermost first. Each thread has its own. A framework
 * that moves code to another thread opens them there. Immutable.
 */
public final class HoldsAround {

    private static final HoldsAround NONE = new HoldsAround(null, null);
    private static final ThreadLocal<HoldsAround> CURRENT = new ThreadLocal<>();

    private final @Nullable HeldLock innermost;
    private final @Nullable HoldsAround outer;

    private HoldsAround(@Nullable HeldLock innermost, @Nullable HoldsAround outer) {
        this.innermost = innermost;
        this.outer = outer;
    }

    /**
     * Returns no holds, for frameworks that clear a context.
     *
     * @return none
     */
    public static HoldsAround none() {
        return NONE;
    }

    /**
     * Returns the holds around the code that this thread runs.
     *
     * @return the holds, perhaps none
     */
    public static HoldsAround current() {
        HoldsAround current = CURRENT.get();
        return current == null ? NONE : current;
    }

    /**
     * Returns these holds with one more inside them.
     *
     * @param held the new innermost hold
     * @return more holds
     */
    public HoldsAround plus(HeldLock held) {
        return new HoldsAround(held, this);
    }

    /**
     * Runs a body on this thread with these holds around it.
     *
     * @param <T> the type of the result
     * @param <X> the exceptions of the body
     * @param body the body
     * @return its result
     * @throws X as the body
     */
    public <T extends @Nullable Object, X extends Throwable> T run(MethodBody<T, X> body) throws X {
        HoldsAround before = enter();
        try {
            return body.run();
        } finally {
            before.enter();
        }
    }

    /**
     * Makes these the current holds of this thread, for frameworks that announce the begin and the end of a context.
     *
     * @return the former holds, to be entered at the end
     */
    public HoldsAround enter() {
        HoldsAround before = current();
        if (innermost == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(this);
        }
        return before;
    }

    /**
     * Returns the innermost hold.
     *
     * @return the hold, or empty
     */
    public Optional<HeldLock> innermost() {
        return Optional.ofNullable(innermost);
    }

    /**
     * Returns all holds.
     *
     * @return the holds, innermost first
     */
    public Stream<HeldLock> stream() {
        return Stream.iterate(this, around -> around.outer != null, around -> around.outer)
                .map(around -> around.innermost);
    }
}
