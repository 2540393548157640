// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.ForwardingTrouble;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreDamage;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.memory.GatedLink;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Two stores in memory with every hook, and the backend on both. Each failure is one of either store, or of both. */
final class TwoStoresFixture implements LockFixture {

    private static final Duration REPLY_TIMEOUT = Duration.ofMillis(250);

    private final MemoryFixture old = new MemoryFixture();
    private final MemoryFixture recent = new MemoryFixture();
    private final BinaryOperator<LockBackend> both;

    TwoStoresFixture(BinaryOperator<LockBackend> both) {
        this.both = both;
    }

    @Override
    public LockBackend openBackend() {
        return both.apply(old.openBackend(), recent.openBackend());
    }

    @Override
    public String description() {
        return "two stores in memory";
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(
                new Hooks(old.storeHooks().orElseThrow(), recent.storeHooks().orElseThrow()));
    }

    @Override
    public Optional<Runnable> restart() {
        return Optional.of(() -> {
            old.restart().orElseThrow().run();
            recent.restart().orElseThrow().run();
        });
    }

    @Override
    public Optional<FaultLink> link() {
        return Optional.of(new GatedLink(this::openBackend, REPLY_TIMEOUT));
    }

    @Override
    public List<StoreTrouble> troubles() {
        return Stream.concat(
                        old.troubles().stream()
                                .map(trouble -> around(trouble, failing -> both.apply(failing, recent.openBackend()))),
                        recent.troubles().stream()
                                .map(trouble -> around(trouble, failing -> both.apply(old.openBackend(), failing))))
                .toList();
    }

    private static StoreTrouble around(StoreTrouble trouble, UnaryOperator<LockBackend> both) {
        return new ForwardingTrouble(trouble) {
            @Override
            public LockBackend openBackend() {
                return both.apply(super.openBackend());
            }
        };
    }

    /** A record of the new store alone is not asked for while the old one says that the lock is held. */
    @Override
    public List<StoreDamage> damages() {
        StoreDamage inOld = old.damages().get(0);
        StoreDamage inNew = recent.damages().get(0);
        return List.of(
                new StoreDamage("garbage in the old store", inOld::of),
                new StoreDamage("garbage in both stores", name -> inOld.of(name) && inNew.of(name)));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return old.wallClock().map(clock -> new StoreWallClock() {
            @Override
            public LockBackend openBackend() {
                return both.apply(clock.openBackend(), recent.openBackend());
            }

            @Override
            public void set(Duration time) {
                clock.set(time);
            }

            @Override
            public Duration ahead() {
                return clock.ahead();
            }

            @Override
            public void close() {
                clock.close();
            }
        });
    }

    /** Another store takes the place of the old one, and of the new one in the same moment. */
    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(
                new BothFailOver(old.failOver().orElseThrow(), recent.failOver().orElseThrow(), both));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(BackendHost.start(this::openBackend).clients());
    }

    private record BothFailOver(FailOver old, FailOver recent, BinaryOperator<LockBackend> both) implements FailOver {

        @Override
        public LockBackend openBackend() {
            return both.apply(old.openBackend(), recent.openBackend());
        }

        @Override
        public String description() {
            return old.description() + ", twice";
        }

        @Override
        public void holdBack() {
            old.holdBack();
            recent.holdBack();
        }

        @Override
        public void run() {
            old.run();
            recent.run();
        }

        @Override
        public void close() {
            old.close();
            recent.close();
        }
    }

    private record Hooks(StoreHooks old, StoreHooks recent) implements StoreHooks {

        @Override
        public boolean hasOwner(String name) {
            return old.hasOwner(name) || recent.hasOwner(name);
        }

        @Override
        public void expire(String name) {
            old.expire(name);
            recent.expire(name);
        }

        @Override
        public Optional<Boolean> hasTrace(String name) {
            return Optional.of(
                    old.hasTrace(name).orElse(false) || recent.hasTrace(name).orElse(false));
        }

        @Override
        public void deleteLocks() {
            old.deleteLocks();
            recent.deleteLocks();
        }

        @Override
        public void loseData() {
            old.loseData();
            recent.loseData();
        }
    }
}
