// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.leader.AbstractCandidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * Spring Integration's leader initiator over a registry, with its defaults. The work runs on a thread of its own, because
 * the initiator renews the lock on the thread of its callbacks.
 *
 * @param initiator the initiator
 */
record SpringElection(LockRegistryLeaderInitiator initiator) implements Candidate {

    static final Map<String, String> NOTES = Map.of(
            "LEADER-CUT",
            "Javadoc of LockRegistryLeaderInitiator: never more than one leader if the lock has the right properties; a"
                    + " leader learns when it acquires again.");

    static Candidate stand(LockRegistry<?> registry, String name, LeaderWork work) {
        LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(registry, new Leader(name, work));
        initiator.start();
        return new SpringElection(initiator);
    }

    @Override
    public boolean leads() {
        return initiator.getContext().isLeader();
    }

    @Override
    public void stepDown() {
        initiator.getContext().yield();
    }

    @Override
    public void close() {
        initiator.destroy();
    }

    private static final class Leader extends AbstractCandidate {

        private final LeaderWork work;
        private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

        Leader(String role, LeaderWork work) {
            super(UUID.randomUUID().toString(), role);
            this.work = work;
        }

        @Override
        public void onGranted(Context context) {
            Thread next = new Thread(this::work, "leader");
            next.setDaemon(true);
            thread.set(next);
            next.start();
        }

        private void work() {
            try {
                work.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onRevoked(Context context) {
            Thread former = thread.getAndSet(null);
            if (former != null) {
                former.interrupt();
            }
        }
    }
}
