// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.etcd;

import dev.interlock.report.benchmark.Contender;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Lease;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.PutOption;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * The floor of any lock on etcd: a lease, a key with it that must be new, and the end of both, by the driver alone.
 *
 * @param client the driver's client
 */
record EtcdBaseline(Client client) implements Contender {

    private static final long LEASE_SECONDS = 30;

    @Override
    public String name() {
        return "raw jetcd";
    }

    @Override
    public Operation forThread(int thread) {
        SplittableRandom random = new SplittableRandom(thread);
        KV keys = client.getKVClient();
        Lease leases = client.getLeaseClient();
        ByteSequence key = bytes("baseline/" + thread + "/holder");
        Cmp isFree = new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(0));
        return () -> {
            String id = HexFormat.of().toHexDigits(random.nextLong())
                    + HexFormat.of().toHexDigits(random.nextLong());
            long lease = leases.grant(LEASE_SECONDS).get().getID();
            PutOption attached = PutOption.builder().withLeaseId(lease).build();
            if (!keys.txn()
                    .If(isFree)
                    .Then(Op.put(key, bytes(id), attached))
                    .commit()
                    .get()
                    .isSucceeded()) {
                throw new IllegalStateException("the baseline's key " + key + " was not new");
            }
            if (keys.delete(key).get().getDeleted() != 1) {
                throw new IllegalStateException("the baseline's key " + key + " was gone");
            }
            // Without its key it blocks no other client, so its end is not awaited.
            leases.revoke(lease);
        };
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }
}
