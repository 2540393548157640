// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.DistributedReadWriteLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.LockHandle;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rule of SHARE about the order of those that wait. */
public abstract class ShareOrderRules extends ShareRuleTest {

    @Test
    @Proves(Rule.SHARE_3)
    void SHARE_3_a_reader_that_comes_after_a_waiting_writer_waits_for_it() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        DistributedReadWriteLock three = client().readWrite(name);
        LockHandle reader = held(client().readWrite(name).read());
        CompletableFuture<LockHandle> writing = client().readWrite(name).write().acquireAsync(patient());
        awaitWaiter(three.read());
        CompletableFuture<LockHandle> reading = three.read().acquireAsync(patient());
        require(!writing.isDone(), "a writer was granted '{}' beside a reader", name);
        reader.close();
        LockHandle writer = granted("the writer", writing);
        require(!reading.isDone(), "a reader was granted '{}' before the writer that came earlier", name);
        writer.close();
        LockHandle later = granted("the later reader", reading);
        requireGreater(later, writer);
        later.close();
    }

    @Test
    @Proves(Rule.SHARE_3)
    void SHARE_3_a_request_for_several_permits_is_not_overtaken_by_one_for_fewer() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        DistributedSemaphore three = client().semaphore(name, 3);
        LockHandle first = held(client().semaphore(name, 3).permit());
        CompletableFuture<LockHandle> asked =
                client().semaphore(name, 3).permits(3).acquireAsync(patient());
        awaitWaiter(three.permit());
        CompletableFuture<LockHandle> later = three.permit().acquireAsync(patient());
        first.close();
        LockHandle all = granted("the request for three permits", asked);
        require(!later.isDone(), "a request for one permit of '{}' overtook one for three", name);
        all.close();
        granted("the request for one permit", later).close();
    }

    @Test
    @Proves(Rule.SHARE_3)
    void SHARE_3_readers_that_wait_for_a_writer_are_granted_together() throws Exception {
        if (!shares()) {
            return;
        }
        String name = name();
        LockHandle writer = held(client().readWrite(name).write());
        CompletableFuture<LockHandle> one = client().readWrite(name).read().acquireAsync(patient());
        CompletableFuture<LockHandle> two = client().readWrite(name).read().acquireAsync(patient());
        writer.close();
        LockHandle first = granted("one reader", one);
        LockHandle second = granted("another reader beside it", two);
        first.close();
        second.close();
    }
}
