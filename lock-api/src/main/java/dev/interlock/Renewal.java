// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** Who keeps a lease alive while the lock is held. */
public enum Renewal {
    /** The client renews every third of the lease until the lock is released, lost or its {@code maxHold} ends. */
    AUTO,
    /** Nobody: the hold ends with its lease unless {@link LockHandle#renew} is called. */
    NONE
}
