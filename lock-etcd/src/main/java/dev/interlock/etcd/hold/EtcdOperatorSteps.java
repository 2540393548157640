// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.hold;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.etcd.error.EtcdErrors;
import dev.interlock.etcd.error.EtcdFailure;
import dev.interlock.etcd.key.EtcdKeys;
import dev.interlock.etcd.key.EtcdTokens;
import dev.interlock.etcd.request.EtcdRequests;
import dev.interlock.etcd.request.EtcdStep;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.OptionsUtil;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps for an operator: pages of keys for a list, one transaction that frees. The servers tell the next waiter, which
 * watches the key of the former holder. Thread-safe.
 */
public final class EtcdOperatorSteps implements OperatorSteps {

    private static final int PAGE = 1_000;

    /** Behind a key, the smallest that follows it. */
    private static final ByteSequence NEXT = ByteSequence.from(new byte[] {0});

    private final EtcdRequests requests;
    private final EtcdKeys keys;
    private final EtcdErrors errors;

    /** Steps on the locks below some keys. */
    public EtcdOperatorSteps(EtcdRequests requests, EtcdKeys keys, EtcdErrors errors) {
        this.requests = requests;
        this.keys = keys;
        this.errors = errors;
    }

    /** What the keys of one lock say. */
    private static final class Seen {
        private @Nullable KeyValue holder;
        private @Nullable String hint;
        private final Set<String> places = new HashSet<>();

        void add(String part, KeyValue found) {
            if (part.equals(EtcdKeys.HOLDER)) {
                holder = found;
            } else if (part.equals(EtcdKeys.HINT)) {
                hint = text(found.getValue());
            } else if (part.startsWith(EtcdKeys.QUEUE)) {
                places.add(part.substring(EtcdKeys.QUEUE.length()));
            }
        }

        /** A holder that waited still has its place. How long its lease lasts is a request of its own for each. */
        Optional<HeldLock> lock(LockName name) {
            if (holder == null) {
                return Optional.empty();
            }
            places.remove(text(holder.getValue()));
            long token = EtcdTokens.first(holder.getCreateRevision());
            return Optional.of(new HeldLock(
                    name,
                    new Holder(token, Optional.empty(), Optional.ofNullable(hint)),
                    Optional.empty(),
                    OptionalInt.of(places.size())));
        }
    }

    private static String text(ByteSequence value) {
        return value.toString(StandardCharsets.UTF_8);
    }

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        Map<LockName, Seen> seen = new LinkedHashMap<>();
        ByteSequence start = keys.start(prefix);
        try {
            for (ByteSequence from = start.isEmpty() ? NEXT : start;
                    from != null && held(seen).size() <= atMost; ) {
                List<KeyValue> page = page(from, start);
                page.forEach(each -> keys.part(each.getKey())
                        .ifPresent(part -> seen.computeIfAbsent(part.lock(), first -> new Seen())
                                .add(part.name(), each)));
                from = page.size() < PAGE ? null : page.get(PAGE - 1).getKey().concat(NEXT);
            }
        } catch (EtcdFailure e) {
            throw errors.unavailable("locks not listed", e);
        }
        List<HeldLock> held = held(seen);
        return held.subList(0, Math.min(atMost, held.size()));
    }

    /** The keys of a lock follow each other, so all but the last lock is complete. */
    private static List<HeldLock> held(Map<LockName, Seen> seen) {
        return seen.entrySet().stream()
                .flatMap(each -> each.getValue().lock(each.getKey()).stream())
                .toList();
    }

    private List<KeyValue> page(ByteSequence from, ByteSequence start) throws EtcdFailure {
        GetOption option = GetOption.builder()
                .withRange(OptionsUtil.prefixEndOf(start))
                .withLimit(PAGE)
                .build();
        return requests.step()
                .read(Op.get(from, option))
                .getGetResponses()
                .get(0)
                .getKvs();
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        String failed = "'" + name + "' not freed";
        EtcdStep step = requests.step();
        try {
            Optional<KeyValue> holder = step.read(keys.holder(name));
            return holder.isEmpty() ? new FreeOutcome.NotHeld() : free(step, name, token, holder.get(), failed);
        } catch (EtcdFailure e) {
            return new FreeOutcome.Refused(errors.unavailable(failed, e));
        }
    }

    /** The revision that created the key of the holder is that of no other hold, so nothing else need be compared. */
    private FreeOutcome free(EtcdStep step, LockName name, long token, KeyValue holder, String failed) {
        long revision = holder.getCreateRevision();
        if (EtcdTokens.first(revision) != token) {
            return new FreeOutcome.OtherToken(EtcdTokens.first(revision));
        }
        Cmp same = new Cmp(keys.holder(name), Cmp.Op.EQUAL, CmpTarget.createRevision(revision));
        try {
            TxnResponse answer = step.transact(
                    List.of(same),
                    List.of(
                            Op.delete(keys.holder(name), DeleteOption.DEFAULT),
                            Op.delete(keys.hint(name), DeleteOption.DEFAULT),
                            Op.delete(keys.place(name, text(holder.getValue())), DeleteOption.DEFAULT)),
                    List.of(Op.get(keys.holder(name), GetOption.DEFAULT)));
            if (answer.isSucceeded()) {
                requests.revoke(holder.getLease());
                return new FreeOutcome.Freed();
            }
            return EtcdStep.value(answer, 0)
                    .<FreeOutcome>map(other -> new FreeOutcome.OtherToken(EtcdTokens.first(other.getCreateRevision())))
                    .orElseGet(FreeOutcome.NotHeld::new);
        } catch (EtcdFailure e) {
            return errors.ofWrite(failed, e) instanceof AcquireOutcome.Refused refused
                    ? new FreeOutcome.Refused(refused.cause())
                    : new FreeOutcome.Unknown(e);
        }
    }
}
