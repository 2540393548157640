// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import dev.interlock.guard.FencingClaim;
import java.util.HashMap;
import java.util.Map;

/** A way in which a program uses a guard: the right way, and the wrong ways. Each way is three steps of a holder. */
public enum GuardUse {
    /** Claims before the first read, and again in one step with each access. */
    CLAIM_FIRST,

    /** The control: reads and writes as if the lock were enough. */
    NO_GUARD {
        @Override
        Access on(GuardedStore store) {
            return new Access(store) {
                @Override
                void open(FencingClaim claim) {}

                @Override
                long read(FencingClaim claim) {
                    return store.read();
                }

                @Override
                void write(FencingClaim claim, long value, Runnable pause) {
                    pause.run();
                    store.write(value);
                }
            };
        }
    },

    /** Shows the token only with the write, as most advice on fencing does. */
    CHECK_AT_THE_WRITE {
        @Override
        Access on(GuardedStore store) {
            return new Access(store) {
                @Override
                void open(FencingClaim claim) {}

                @Override
                long read(FencingClaim claim) {
                    return store.read();
                }
            };
        }
    },

    /** Reads, then claims. */
    CLAIM_AFTER_THE_READ {
        @Override
        Access on(GuardedStore store) {
            Map<FencingClaim, Long> found = new HashMap<>();
            return new Access(store) {
                @Override
                void open(FencingClaim claim) {
                    found.put(claim, store.read());
                }

                @Override
                long read(FencingClaim claim) {
                    store.claim(claim);
                    return found.getOrDefault(claim, 0L);
                }
            };
        }
    },

    /** Claims before each access, but in a separate transaction or script, not in one step with the access. */
    CLAIM_APART {
        @Override
        Access on(GuardedStore store) {
            return new Access(store) {
                @Override
                long read(FencingClaim claim) {
                    store.claim(claim);
                    return store.read();
                }

                @Override
                void write(FencingClaim claim, long value, Runnable pause) {
                    store.claim(claim);
                    pause.run();
                    store.write(value);
                }
            };
        }
    };

    Access on(GuardedStore store) {
        return new Access(store);
    }

    /** A holder's access to the number, in the three steps that raise it by one. */
    static class Access {

        private final GuardedStore store;

        Access(GuardedStore store) {
            this.store = store;
        }

        void open(FencingClaim claim) {
            store.claim(claim);
        }

        long read(FencingClaim claim) {
            return store.claimAndRead(claim);
        }

        void write(FencingClaim claim, long value, Runnable pause) {
            store.claimAndWrite(claim, value, pause);
        }
    }
}
