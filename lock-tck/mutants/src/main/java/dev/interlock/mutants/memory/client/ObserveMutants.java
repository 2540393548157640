// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockListener;
import dev.interlock.LockName;
import dev.interlock.ReleaseResult;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mutants for the OBS rules. */
public final class ObserveMutants {

    private static final Logger LOG = LoggerFactory.getLogger(ObserveMutants.class);

    private ObserveMutants() {}

    public static List<Mutant> all() {
        return List.of(
                tells(
                        "grant-told-late",
                        "a grant is reported after what follows it",
                        BrokenListeners::late,
                        Rule.OBS_1),
                tells(
                        "contention-told-twice",
                        "contention is reported at every look",
                        BrokenListeners::twice,
                        Rule.OBS_1),
                tells(
                        "timeout-told-as-outage",
                        "a wait in vain is reported as an outage",
                        BrokenListeners::dramatic,
                        Rule.OBS_1),
                tells(
                        "good-releases-only",
                        "a release that failed is not told",
                        BrokenListeners::optimistic,
                        Rule.OBS_2),
                mutant(
                        "close-throws",
                        "close() throws when the lock was gone",
                        Rule.OBS_2,
                        () -> MutantFixture.ofHandles(new MemoryFixture(), ObserveMutants::throwing)),
                mutant("owner-shown", "the owner id serves as hint", Rule.OBS_3, HintingBackend::fixture),
                inspects(
                        "token-behind",
                        "inspect shows the token before",
                        holder -> new Holder(holder.fencingToken() - 1, holder.remaining(), holder.hint())),
                inspects(
                        "hint-forgotten",
                        "inspect shows no hint",
                        holder -> new Holder(holder.fencingToken(), holder.remaining(), Optional.empty())),
                inspects(
                        "milliseconds-as-seconds",
                        "the lease is shown in the wrong unit",
                        holder -> new Holder(
                                holder.fencingToken(),
                                holder.remaining().map(left -> left.multipliedBy(1000)),
                                holder.hint())),
                mutant(
                        "dead-holder-shown",
                        "inspect remembers who was granted the lock",
                        Rule.OBS_3,
                        StaleInspectBackend::fixture),
                mutant("heard-by-all", "listeners hang on the process", Rule.OBS_4, ObserveMutants::heardByAll),
                mutant(
                        "told-in-a-chain",
                        "a listener that throws keeps the event from those behind it",
                        Rule.OBS_4,
                        () -> BrokenClientFixture.withListeners(
                                listeners -> List.of(event -> listeners.forEach(listener -> listener.on(event))))),
                mutant(
                        "stays-registered",
                        "a registration cannot be ended",
                        Rule.OBS_4,
                        () -> MutantFixture.ofClients(new MemoryFixture(), ObserveMutants::keeping)),
                mutant(
                        "restart-survival-only-declared",
                        "SURVIVES_RESTART is declared, but the store forgets its holds",
                        Rule.OBS_5,
                        () -> MutantFixture.ofBackends(
                                new MemoryFixture(),
                                backend -> MisdeclaringBackend.also(backend, Capability.SURVIVES_RESTART))));
    }

    private static Mutant mutant(String id, String broken, Rule rule, Supplier<? extends LockFixture> fixture) {
        return new Mutant("obs-" + id, broken, Set.of(rule), fixture);
    }

    private static Mutant tells(String id, String broken, UnaryOperator<LockListener> filter, Rule rule) {
        return mutant(
                id,
                broken,
                rule,
                () -> BrokenClientFixture.withListeners(
                        listeners -> listeners.stream().map(filter).toList()));
    }

    private static Mutant inspects(String id, String broken, UnaryOperator<Holder> view) {
        return mutant(
                id,
                broken,
                Rule.OBS_3,
                () -> MutantFixture.ofBackends(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
                    @Override
                    public Optional<Holder> inspect(LockName name) {
                        return super.inspect(name).map(view);
                    }
                }));
    }

    private static LockHandle throwing(LockHandle handle) {
        return new ForwardingHandle(handle) {
            @Override
            public void close() {
                ReleaseResult result = release();
                if (result != ReleaseResult.RELEASED) {
                    throw new IllegalStateException("'" + lockName() + "' was not released: " + result);
                }
            }
        };
    }

    private static MutantFixture heardByAll() {
        List<LockListener> all = new CopyOnWriteArrayList<>();
        return BrokenClientFixture.withListeners(listeners -> {
            all.addAll(listeners);
            return List.of(event -> all.forEach(listener -> listener.on(event)));
        });
    }

    private static LockClient keeping(LockClient client) {
        return new ForwardingClient(client) {
            @Override
            public Registration addListener(LockListener listener) {
                Registration forgotten = super.addListener(listener);
                return () -> LOG.debug("{} stays", forgotten);
            }
        };
    }

    /** A backend that stores the owner id where every client can read it. */
    private static final class HintingBackend extends ForwardingBackend {

        HintingBackend(LockBackend to) {
            super(to);
        }

        static MutantFixture fixture() {
            return MutantFixture.ofBackends(new MemoryFixture(), HintingBackend::new);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            return super.tryAcquire(hinting(attempt));
        }

        @Override
        public Contest contest(Attempt attempt) {
            return super.contest(hinting(attempt));
        }

        private static Attempt hinting(Attempt attempt) {
            return Attempt.of(
                    attempt.name(),
                    attempt.id(),
                    attempt.lease(),
                    attempt.tokens(),
                    attempt.id().text());
        }
    }
}
