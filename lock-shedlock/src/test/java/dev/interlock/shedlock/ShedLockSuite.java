// SPDX-License-Identifier: Apache-2.0
package dev.interlock.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import java.time.Duration;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * ShedLock's own tests of a provider that can extend locks. They wait for leases, so they run in parallel. Those of {@code
 * AbstractStorageBasedLockProviderIntegrationTest} do not apply: they are about the cache of providers with a table.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class ShedLockSuite extends AbstractExtensibleLockProviderIntegrationTest {

    abstract LockClient client();

    @Override
    protected ExtensibleLockProvider getLockProvider() {
        return new InterlockLockProvider(client());
    }

    /** The release comes within 1 s, instead of 100 ms, after the minimum: other tests run beside this one. */
    @Override
    @Test
    public void shouldLockAtLeastFor() throws InterruptedException {
        doTestShouldLockAtLeastFor(1_000);
    }

    @Override
    protected void assertUnlocked(String lockName) {
        // The client may be about to release it.
        await().atMost(Duration.ofSeconds(1))
                .until(() -> client().inspect(lockName).isEmpty());
    }

    @Override
    protected void assertLocked(String lockName) {
        assertThat(client().inspect(lockName)).isPresent();
    }
}
