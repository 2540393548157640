// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.start;

import dev.interlock.Capability;
import dev.interlock.LockClock;
import dev.interlock.LockUnavailableException;
import dev.interlock.etcd.error.EtcdErrors;
import dev.interlock.etcd.error.EtcdFailure;
import dev.interlock.etcd.key.EtcdKeys;
import dev.interlock.etcd.request.EtcdConnection;
import dev.interlock.etcd.request.EtcdRequests;
import dev.interlock.etcd.request.EtcdStep;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.StartTries;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Tries at the start every request that is needed later, with a key that belongs to no lock. */
public final class EtcdProbe {

    private static final long SECONDS = 10;

    /** A majority of fewer is all of them. */
    private static final int FAILING_OVER = 3;

    private final EtcdRequests requests;
    private final EtcdKeys keys;
    private final EtcdErrors errors;

    /** A probe of the keys below a namespace. */
    public EtcdProbe(EtcdRequests requests, EtcdKeys keys, EtcdErrors errors) {
        this.requests = requests;
        this.keys = keys;
        this.errors = errors;
    }

    /**
     * Runs the probe.
     *
     * @param limit after which a slow server is not asked again
     * @return what these servers can keep
     * @throws LockUnavailableException if they do not answer, or refuse a request
     */
    public Set<Capability> run(LockClock clock, Duration limit) {
        StartTries tries = new StartTries(
                clock, limit, e -> e.getCause() instanceof EtcdFailure failure && EtcdErrors.isSlow(failure));
        return tries.run(() -> {
            try {
                return probe();
            } catch (EtcdFailure e) {
                throw errors.unavailable("locks cannot be kept", e);
            }
        });
    }

    private Set<Capability> probe() throws EtcdFailure {
        EtcdStep step = requests.step();
        ByteSequence key = keys.probe(AttemptId.random());
        long lease = step.grant(SECONDS);
        step.transact(
                List.of(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(0))),
                List.of(Op.put(
                        key,
                        ByteSequence.EMPTY,
                        PutOption.builder().withLeaseId(lease).build())),
                List.of(Op.get(key, GetOption.DEFAULT)));
        step.keepAlive(lease);
        step.transact(List.of(), List.of(Op.delete(key, DeleteOption.DEFAULT)), List.of());
        step.await(requests.client().getLeaseClient().revoke(lease));
        Set<Capability> declared = EnumSet.of(
                Capability.NOTIFIES_WAITERS,
                Capability.FIFO_BETWEEN_CLIENTS,
                Capability.SURVIVES_RESTART,
                Capability.KEEPS_LOCK_DELAY);
        if (members() >= FAILING_OVER) {
            declared.add(Capability.SURVIVES_FAIL_OVER);
        }
        return declared;
    }

    /** How many servers there are; 0 if this user may not know. */
    private int members() {
        try {
            return requests.step()
                    .await(requests.client().getClusterClient().listMember())
                    .getMembers()
                    .size();
        } catch (EtcdFailure e) {
            return 0;
        }
    }

    /** The version that a server reports; empty if none does. */
    public String version(List<String> endpoints) {
        return endpoints.stream()
                .map(this::version)
                .filter(version -> !version.isEmpty())
                .findFirst()
                .orElse("");
    }

    private String version(String endpoint) {
        try {
            return requests.step()
                    .await(requests.client().getMaintenanceClient().statusMember(EtcdConnection.target(endpoint)))
                    .getVersion();
        } catch (EtcdFailure e) {
            return "";
        }
    }
}
