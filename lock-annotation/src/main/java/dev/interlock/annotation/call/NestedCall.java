// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.LockLostException;
import dev.interlock.annotation.hold.HeldLock;
import dev.interlock.annotation.hold.HoldsAround;
import dev.interlock.annotation.hold.MethodBody;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A call inside methods that hold its locks. If it acquired them, it would wait for itself. If the method ends when it
 * returns, it runs under the outer holds without a request, because it ends before they do. Otherwise the call is
 * refused, because its end is not known. Immutable.
 *
 * @param call the inner call
 * @param around the holds that share a lock with it, innermost first
 */
record NestedCall(LockedCall call, List<HeldLock> around) {

    /** Finds the holds around this thread whose methods end after the call. */
    static Optional<NestedCall> onThisThread(LockedCall call) {
        return of(call, HoldsAround.current(), HeldLock::isRunByThisThread);
    }

    /** Finds the holds around a subscription, which ends before their methods on any thread. */
    static Optional<NestedCall> inStream(LockedCall call, HoldsAround stream) {
        return of(call, stream, held -> true);
    }

    private static Optional<NestedCall> of(LockedCall call, HoldsAround holds, Predicate<HeldLock> endsLater) {
        List<HeldLock> around = holds.stream()
                .filter(endsLater)
                .filter(held -> held.hasOneOf(call.client(), call.names()))
                .toList();
        return around.isEmpty() ? Optional.empty() : Optional.of(new NestedCall(call, around));
    }

    /**
     * Runs the method under the holds around it.
     *
     * @throws IllegalStateException if they do not have all of its locks. A call that waits for one lock while it holds
     *     another can deadlock.
     * @throws LockLostException if a hold was lost before the method began or ended
     */
    <X extends Throwable> @Nullable Object run(CallContext context, MethodBody<@Nullable Object, X> method) throws X {
        List<String> missing =
                call.names().stream().filter(Predicate.not(this::isHeld)).toList();
        if (!missing.isEmpty()) {
            throw refusal(HeldLock.quoted(missing)
                    + " is not, and a caller that waits for one lock while it holds another can wait"
                    + " for ever: name all of them on the outer method");
        }
        requireNotLost();
        HeldLock again = around.get(0).again(call.method().text());
        Object result;
        try {
            result = context.within(HoldsAround.current().plus(again), () -> again.running(method));
        } catch (Throwable failure) {
            around.stream()
                    .filter(HeldLock::isLost)
                    .forEach(held -> failure.addSuppressed(
                            held.lostBeforeTheEndOf(call.method().text())));
            throw failure;
        }
        requireNotLost();
        return result;
    }

    private boolean isHeld(String name) {
        return around.stream().anyMatch(held -> held.tokens().containsKey(name));
    }

    private void requireNotLost() {
        around.stream().filter(HeldLock::isLost).findFirst().ifPresent(held -> {
            throw held.lostBeforeTheEndOf(call.method().text());
        });
    }

    /** Creates the exception for a call that can continue after its method has returned. */
    IllegalStateException refusal() {
        return refusal(
                "a method that goes on after it has returned would wait for that one to end: take the lock in one of"
                        + " them only");
    }

    private IllegalStateException refusal(String reason) {
        List<String> held = call.names().stream().filter(this::isHeld).toList();
        return new IllegalStateException("@Locked on " + call.method().text() + ": it was called by "
                + around.get(0).method() + ", which holds " + HeldLock.quoted(held) + "; " + reason
                + "; the method was not called");
    }
}
