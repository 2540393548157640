// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.spi.LockBackend;
import java.time.Duration;

/** A rule whose requests or replies are lost or late, and that checks the store afterwards. */
abstract class LostReplyRuleTest extends ValidityRuleTest {

    /**
     * Lets a held request go on after its client has given up. Unless the store answers it, the rule is not exercised.
     */
    final void executeLate(String what, FaultLink.MessageGate gate) {
        gate.open();
        if (!Awaiter.holdsWithin(gate::answered, Awaiter.stretched(patience()))) {
            throw notExercised("the link let " + what + " go, and the store never answered it");
        }
    }

    /** Requires that the lock stays with its owner. The lock is watched for long enough to see a wrong release. */
    final void requireStays(String name, LockHandle owner, String after) {
        LockBackend stranger = backend();
        never(
                "'" + name + "' has another owner than token " + owner.fencingToken() + " after " + after,
                () -> stranger.inspect(new LockName(name))
                        .filter(holder -> holder.fencingToken() == owner.fencingToken())
                        .isEmpty(),
                Duration.ofMillis(60));
    }

    /** Requires that the lock is free long before the lease of the lost acquisition would end. */
    final void requireSoonFree(String name, String after) {
        LockClient other = client();
        await(
                "'" + name + "' can be acquired after " + after + ", long before its lease of "
                        + longLease().toMillis() + " ms",
                () -> tryAcquire(other, name, unrenewed(longLease())).isPresent());
    }
}
