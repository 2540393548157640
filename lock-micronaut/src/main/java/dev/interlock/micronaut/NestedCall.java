// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.HandleState;
import dev.interlock.LockLostException;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call inside methods that hold its locks. If it acquired them, it would wait for itself. If the method ends when it
 * returns, it runs under the outer holds without a request, because it ends before they do. Otherwise the call is
 * refused, because its end is not known. Immutable.
 *
 * @param call the inner call
 * @param around the holds that share a lock with it
 */
record NestedCall(LockedInvocation call, List<HeldLock> around) {

    /**
     * Runs the method under the holds around it.
     *
     * @throws IllegalStateException if they do not have all of its locks. A call that waits for one lock while it holds
     *     another can deadlock.
     * @throws LockLostException if a hold was lost before the method began or ended
     */
    @Nullable
    Object run(Supplier<@Nullable Object> method) {
        List<String> missing = call.locks().names().stream()
                .filter(Predicate.not(this::isHeld))
                .toList();
        if (!missing.isEmpty()) {
            throw refusal(LockNames.quoted(missing)
                    + " is not, and a caller that waits for one lock while it holds another can wait"
                    + " for ever: name all of them on the outer method");
        }
        requireNotLost();
        Object result;
        try {
            result = around.get(0).again(call.method()).during(method);
        } catch (Throwable failure) {
            around.stream()
                    .filter(NestedCall::isLost)
                    .forEach(held -> failure.addSuppressed(held.lostBeforeTheEndOf(call.method())));
            throw failure;
        }
        requireNotLost();
        return result;
    }

    private boolean isHeld(String name) {
        return around.stream().anyMatch(held -> held.tokens().containsKey(name));
    }

    private static boolean isLost(HeldLock held) {
        return held.hold().state() == HandleState.LOST;
    }

    private void requireNotLost() {
        around.stream().filter(NestedCall::isLost).findFirst().ifPresent(held -> {
            throw held.lostBeforeTheEndOf(call.method());
        });
    }

    /** Creates the exception for a call that can continue after its method has returned. */
    IllegalStateException refusal() {
        return refusal(
                "a method that goes on after it has returned would wait for that one to end: take the lock in one of"
                        + " them only");
    }

    private IllegalStateException refusal(String reason) {
        HeldLock outer = around.get(0);
        List<String> held = call.locks().names().stream().filter(this::isHeld).toList();
        return new IllegalStateException("@Locked on " + call.method().text() + ": it was called by "
                + outer.method().text() + ", which holds " + LockNames.quoted(held) + "; " + reason
                + "; the method was not called");
    }
}
