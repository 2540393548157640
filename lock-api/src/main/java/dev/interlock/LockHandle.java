// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** One hold of a lock. Thread-safe. */
public non-sealed interface LockHandle extends LockHold {

    /**
     * The name of the lock.
     *
     * @return the name as given by the user
     */
    String lockName();

    /**
     * The fencing token of this hold. It is greater than the token of every earlier hold of this name in this lock
     * domain (rule TOK-1), and it does not change during the hold. Send it with every write, so that the resource can
     * refuse older tokens. The guards in {@link dev.interlock.guard}, {@code lock-jdbc} and {@code lock-redis} do that.
     *
     * @return the token, greater than zero. It may exceed 2^53, so send it as a decimal string outside Java.
     */
    long fencingToken();
}
