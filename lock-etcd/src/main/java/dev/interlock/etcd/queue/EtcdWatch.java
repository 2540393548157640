// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.queue;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchResponse;

/**
 * A watch for the end of one key, from a revision on, so that it misses nothing since the look at that revision. Once it
 * has reported anything, also that it failed, it is over. Thread-safe.
 */
final class EtcdWatch implements Watch.Listener {

    private final ByteSequence key;
    private final Runnable report;
    private final Watch.Watcher watcher;
    private volatile boolean over;

    @SuppressWarnings("this-escape") // Its two fields are set before the driver learns of it.
    EtcdWatch(Client client, ByteSequence key, long revision, Runnable report) {
        this.key = key;
        this.report = report;
        WatchOption ends =
                WatchOption.builder().withRevision(revision).withNoPut(true).build();
        this.watcher = client.getWatchClient().watch(key, ends, this);
    }

    boolean isWatching(ByteSequence wanted) {
        return !over && key.equals(wanted);
    }

    boolean isOpen() {
        return !over;
    }

    @Override
    public void onNext(WatchResponse response) {
        over();
    }

    @Override
    public void onError(Throwable failure) {
        over();
    }

    @Override
    public void onCompleted() {
        over();
    }

    private void over() {
        if (!over) {
            over = true;
            report.run();
        }
    }

    /** The driver reports the end of a watch to its listener, too, and nobody waits for this one any more. */
    void close() {
        over = true;
        watcher.close();
    }
}
