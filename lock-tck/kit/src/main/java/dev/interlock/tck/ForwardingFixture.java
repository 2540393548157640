// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A fixture that passes every hook on, so that a decorated store runs the same rules as the store itself. Every backend
 * that it opens in this JVM, by any hook, goes through {@link #decorated} first. Backends of other processes do not.
 */
public abstract class ForwardingFixture implements LockFixture {

    private final LockFixture to;

    /**
     * Creates the decorator.
     *
     * @param to the fixture to pass calls on to
     */
    public ForwardingFixture(LockFixture to) {
        this.to = to;
    }

    /**
     * Decorates a backend.
     *
     * @param backend a backend that the decorated fixture, its link, one of its troubles, its store with a clock or its
     *     store with a fail-over opened
     * @return the backend for the rule
     */
    protected LockBackend decorated(LockBackend backend) {
        return backend;
    }

    @Override
    public LockBackend openBackend() {
        return decorated(to.openBackend());
    }

    @Override
    public String description() {
        return to.description();
    }

    /**
     * Opens a client by the other two methods, so that a subclass that overrides one of them changes these clients as
     * well.
     */
    @Override
    public LockClient open(ClientOptions options) {
        return open(openBackend(), options);
    }

    @Override
    public LockClient open(LockBackend backend, ClientOptions options) {
        return to.open(backend, options);
    }

    @Override
    public String uniqueName() {
        return to.uniqueName();
    }

    @Override
    public Duration patience() {
        return to.patience();
    }

    @Override
    public Duration expiryDelay() {
        return to.expiryDelay();
    }

    @Override
    public Duration longLease() {
        return to.longLease();
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return to.storeHooks();
    }

    @Override
    public Optional<Runnable> restart() {
        return to.restart();
    }

    @Override
    public Duration restartLease() {
        return to.restartLease();
    }

    @Override
    public LockBackend openForRestart() {
        return decorated(to.openForRestart());
    }

    @Override
    public Optional<FaultLink> link() {
        return to.link().map(link -> new ForwardingLink(link) {
            @Override
            public LockBackend openBackend() {
                return decorated(super.openBackend());
            }
        });
    }

    @Override
    public List<StoreTrouble> troubles() {
        return to.troubles().stream().map(this::decorated).toList();
    }

    @Override
    public List<StoreDamage> damages() {
        return to.damages();
    }

    @Override
    public OptionalLong openResources() {
        return to.openResources();
    }

    private StoreTrouble decorated(StoreTrouble trouble) {
        return new ForwardingTrouble(trouble) {
            @Override
            public LockBackend openBackend() {
                return ForwardingFixture.this.decorated(super.openBackend());
            }
        };
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return to.wallClock().map(clock -> new ForwardingWallClock(clock) {
            @Override
            public LockBackend openBackend() {
                return decorated(super.openBackend());
            }
        });
    }

    @Override
    public Optional<FailOver> failOver() {
        return to.failOver().map(failOver -> new ForwardingFailOver(failOver) {
            @Override
            public LockBackend openBackend() {
                return decorated(super.openBackend());
            }
        });
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return to.processes();
    }
}
