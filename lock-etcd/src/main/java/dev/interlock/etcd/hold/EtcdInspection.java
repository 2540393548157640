// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.hold;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.etcd.error.EtcdFailure;
import dev.interlock.etcd.key.EtcdKeys;
import dev.interlock.etcd.key.EtcdTokens;
import dev.interlock.etcd.request.EtcdStep;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** The inspection of a lock. */
public final class EtcdInspection {

    private EtcdInspection() {}

    /** The holder as the servers know it now, with the whole seconds that are left of its lease. */
    public static Optional<Holder> of(EtcdStep step, EtcdKeys keys, LockName name) throws EtcdFailure {
        TxnResponse look =
                step.read(Op.get(keys.holder(name), GetOption.DEFAULT), Op.get(keys.hint(name), GetOption.DEFAULT));
        Optional<KeyValue> holder = EtcdStep.value(look, 0);
        if (holder.isEmpty()) {
            return Optional.empty();
        }
        long seconds = step.timeToLive(holder.get().getLease());
        Optional<String> hint =
                EtcdStep.value(look, 1).map(kept -> kept.getValue().toString(StandardCharsets.UTF_8));
        return seconds < 0
                ? Optional.empty()
                : Optional.of(new Holder(
                        EtcdTokens.first(holder.get().getCreateRevision()),
                        Optional.of(Duration.ofSeconds(seconds)),
                        hint));
    }
}
