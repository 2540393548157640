// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * The caller relied on a hold that is over, or cannot be vouched for. Another holder may be inside: stop side effects.
 */
public final class LockLostException extends LockException {

    private static final long serialVersionUID = 1L;

    private final HandleState state;

    /**
     * Creates the exception.
     *
     * @param message which lock, which store, what was observed
     * @param state the state of the handle when it was checked
     */
    public LockLostException(String message, HandleState state) {
        super(message, null);
        this.state = state;
    }

    /**
     * The state in which the handle was found: {@link HandleState#HELD} when only too little time is left.
     *
     * @return the state when the exception was created
     */
    public HandleState state() {
        return state;
    }
}
