// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.zookeeper.session.ZookeeperSession;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;

/**
 * Notifies the engine that another client asks for a lock of this one, by a watch on what the lock's parent holds. Each
 * waiter that comes writes the parent, and so does each try that finds a holder that can be recalled; the holder itself,
 * its release and a waiter that leaves do not.
 *
 * <p>The first event is enough, since the engine retains that grant no more. A watch that has not fired when the lock is
 * released stays until the next acquisition of the lock or the end of its parent, and its event then says nothing.
 *
 * @param context the engine
 * @param id the attempt that has the lock
 */
record ZookeeperRecall(BackendContext context, AttemptId id) implements Watcher {

    /** Listens from now on, and does not wait until the server does. */
    void listen(ZookeeperSession session, long czxid) {
        session.requests().read(session.parent(), this).whenComplete((parent, failure) -> {
            // Our entry wrote it last, unless others have asked since then. They do not write again.
            if (failure != null || parent.stat().getMzxid() != czxid) {
                context.reportWanted(id);
            }
        });
    }

    /** Events of the connection are recalls, too: while it is broken, others can ask unheard. */
    @Override
    public void process(WatchedEvent event) {
        context.reportWanted(id);
    }
}
