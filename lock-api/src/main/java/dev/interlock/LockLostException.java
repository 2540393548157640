// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** The caller relied on a hold that is over or uncertain. Another holder may be active: stop side effects. */
public final class LockLostException extends LockException {

    private static final long serialVersionUID = 1L;

    private final HandleState state;

    /**
     * Creates the exception.
     *
     * @param message the lock, the store and the observed cause
     * @param state the state of the handle when it was checked
     */
    public LockLostException(String message, HandleState state) {
        super(message, null);
        this.state = state;
    }

    /**
     * The state of the handle when it was checked. It is {@link HandleState#HELD} if only too little time was left.
     *
     * @return the state when the exception was created
     */
    public HandleState state() {
        return state;
    }
}
