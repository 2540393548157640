// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.Renewal;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A loss whose notification comes after the end of the work: the release notices it. */
final class LossAtTheEndTest {

    private final LockClient client = LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD);
    private final LockedSubscription<LockHandle> locked = new LockedSubscription<>(
            "'a'",
            client.lock("a")
                    .acquireAsync(AcquireOptions.inherited()
                            .withLease(Duration.ofMillis(100))
                            .withRenewal(Renewal.NONE)));

    @BeforeEach
    void work_begins_and_the_lock_is_lost() {
        LockHandle handle = locked.granted().block();
        locked.run(handle, held -> Mono.empty());
        await().until(() -> handle.state() == HandleState.LOST);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void is_the_error_after_work_that_completed() {
        locked.end().block();
        assertThatThrownBy(() -> locked.lossAtTheEnd().block())
                .isInstanceOf(LockLostException.class)
                .hasMessage("'a' was lost before the work under it ended: others may have been inside; let the resource"
                        + " check the token");
    }

    @Test
    void is_added_to_the_failure_of_the_work() {
        IllegalStateException failure = new IllegalStateException("out of stock");
        locked.fail(failure).block();
        assertThat(failure.getSuppressed())
                .hasOnlyElementsOfType(LockLostException.class)
                .hasSize(1);
    }
}
