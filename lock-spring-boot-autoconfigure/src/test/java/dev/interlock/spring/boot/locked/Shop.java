// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.LockHandle;
import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What names, durations and other advice can be. */
class Shop {

    @Locked(value = "order-#{#id}-${test.shop}-#{@tenant.name()}", lease = "${test.lease}")
    String names(String id) {
        return CurrentLock.handle().lockName();
    }

    @Locked("list-#{ids[0]}-#{ids.size()}")
    String list(List<String> ids) {
        return CurrentLock.handle().lockName();
    }

    @Locked("array-#{ids}")
    String array(String[] ids) {
        return CurrentLock.handle().lockName();
    }

    @Locked("checked")
    void checked() throws IOException {
        throw new IOException("disk full");
    }

    /** The lock must be held when the transaction has ended. */
    @Locked("transaction")
    @Transactional
    void transaction(List<String> log) {
        LockHandle held = CurrentLock.handle();
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                log.add("transaction ended, lock " + held.state());
            }
        });
    }

    @Locked("asynchronous")
    @Async
    void asynchronous(List<String> log) {
        log.add(CurrentLock.handle().lockName());
    }

    /** Works at the third try. */
    @Locked("retried")
    @Retryable(backoff = @Backoff(delay = 1))
    void retried(List<Long> tokens) {
        tokens.add(CurrentLock.handle().fencingToken());
        if (tokens.size() < 3) {
            throw new IllegalStateException("not yet");
        }
    }

    @Locked(value = "cached", onContention = OnContention.FAIL)
    @Cacheable("prices")
    public long cached(String id) {
        return CurrentLock.handle().fencingToken();
    }

    @Locked("nullable-#{id}")
    @Nullable
    String nothing(String id) {
        return null;
    }

    /** A bean for names. */
    static class Tenant {

        public String name() {
            return "acme";
        }
    }
}
