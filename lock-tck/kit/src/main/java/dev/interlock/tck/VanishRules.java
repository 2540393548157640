// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a client leaves behind that is gone in the middle of a step: nothing of it reaches the store any more. */
abstract class VanishRules extends RuleFamily {

    @Test
    @Proves(Rule.EXP_1)
    void EXP_1_a_lock_granted_to_a_client_that_vanished_in_the_same_moment_ends() throws Exception {
        FaultLink link = link();
        LockClient vanishing = client(link);
        LockClient other = client();
        String name = name();
        FaultLink.Gate granted = link.holdReply(FaultLink.Step.ACQUIRE);
        Future<?> acquiring = start(() -> vanishing.lock(name).tryAcquire(once(lease())));
        await("the store executes the first command of the acquire", granted::reached);
        link.blackhole();
        await(
                "the lock that the vanished client was granted ends with its lease of " + lease().toMillis() + " ms",
                () -> other.lock(name).tryAcquire().isPresent(),
                lease().plus(soon()));
        evidence(
                "the client vanished after its first command; granted to another within lease + {} ms",
                soon().toMillis());
        acquiring.cancel(true);
    }
}
