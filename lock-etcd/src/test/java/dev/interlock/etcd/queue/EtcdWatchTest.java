// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.etcd.key.EtcdKeys;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a waiter is told by its watch, whatever the driver reports. */
class EtcdWatchTest {

    private static final ByteSequence KEY = EtcdKeys.key("interlock/a/holder");

    private final AtomicInteger reports = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private long revision;

    private EtcdWatch watch() {
        Watch.Watcher watcher = fake(Watch.Watcher.class, args -> {
            closed.incrementAndGet();
            return null;
        });
        Watch watches = fake(Watch.class, args -> {
            revision = ((WatchOption) args[1]).getRevision();
            return watcher;
        });
        return new EtcdWatch(fake(Client.class, args -> watches), KEY, 7, reports::incrementAndGet);
    }

    private interface Answer {
        @Nullable
        Object to(Object[] arguments);
    }

    /** Answers every call in one way. */
    private static <T> T fake(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer.to(arguments)));
    }

    @Test
    void begins_at_its_revision() {
        watch();
        assertThat(revision).isEqualTo(7);
    }

    @Test
    void a_failure_wakes_the_waiter_and_ends_the_watch() {
        EtcdWatch watch = watch();
        assertThat(watch.isWatching(KEY)).isTrue();
        assertThat(watch.isWatching(EtcdKeys.key("interlock/a/queue/1"))).isFalse();
        watch.onError(new IllegalStateException("compacted"));
        assertThat(reports).hasValue(1);
        assertThat(watch.isOpen()).isFalse();
        assertThat(watch.isWatching(KEY)).isFalse();
    }

    @Test
    void the_end_of_the_stream_wakes_the_waiter_once() {
        EtcdWatch watch = watch();
        watch.onCompleted();
        watch.onError(new IllegalStateException("closed"));
        assertThat(reports).hasValue(1);
    }

    @Test
    void its_own_end_is_not_reported() {
        EtcdWatch watch = watch();
        watch.close();
        watch.onCompleted();
        assertThat(reports).hasValue(0);
        assertThat(closed).hasValue(1);
        assertThat(watch.isOpen()).isFalse();
    }
}
