// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import dev.interlock.guard.FencingClaim;

/** An order of the steps of two holders that each raise the number by one. The older holder is paused at some point. */
public enum GuardScenario {
    /** Fault C2: the older holder reads; the newer holder does all its work; the older holder resumes and writes. */
    PAUSED_BEFORE_THE_WRITE {
        @Override
        void play(GuardHolder older, GuardHolder newer) {
            older.open();
            older.read();
            newer.all();
            older.write();
        }
    },

    /**
     * The older holder resumes between the newer holder's read and write, and writes. A check at the write alone misses
     * it.
     */
    WRITES_BETWEEN_READ_AND_WRITE {
        @Override
        void play(GuardHolder older, GuardHolder newer) {
            older.open();
            older.read();
            newer.open();
            newer.read();
            older.write();
            newer.write();
        }
    },

    /** The older holder resumes just after the newer holder began. */
    WRITES_AS_THE_NEWER_BEGINS {
        @Override
        void play(GuardHolder older, GuardHolder newer) {
            older.open();
            older.read();
            newer.open();
            older.write();
            newer.read();
            newer.write();
        }
    },

    /** Fault C3: the older holder is paused in its write, between the check and the effect. */
    PAUSED_WITHIN_THE_WRITE {
        @Override
        void play(GuardHolder older, GuardHolder newer) {
            older.open();
            older.read();
            older.writePausedBy(newer);
        }
    },

    /** No fault: one hold takes several steps, and the newer hold comes after them. */
    SEVERAL_STEPS {
        @Override
        void play(GuardHolder older, GuardHolder newer) {
            older.all();
            older.all();
            newer.all();
        }
    };

    abstract void play(GuardHolder older, GuardHolder newer);

    /**
     * Plays the scenario.
     *
     * @param store a new store, at 0
     * @param use how both holders use the guard
     * @param older the claim of the older hold
     * @param newer the claim of the newer hold
     * @return the result
     */
    public GuardOutcome play(GuardedStore store, GuardUse use, FencingClaim older, FencingClaim newer) {
        GuardUse.Access access = use.on(store);
        GuardHolder first = new GuardHolder(store, access, older);
        GuardHolder second = new GuardHolder(store, access, newer);
        play(first, second);
        return new GuardOutcome(this, use, first.accepted(), second.accepted(), store.read());
    }
}
