// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** Whether the client renews the lease while the lock is held. */
public enum Renewal {
    /** The client renews about every third of the lease until the lock is released or lost, or {@code maxHold} ends. */
    AUTO,
    /** The client does not renew. The hold ends with its lease unless {@link LockHandle#renew} is called. */
    NONE
}
