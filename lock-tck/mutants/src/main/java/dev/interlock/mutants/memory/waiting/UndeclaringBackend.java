// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.Capabilities;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A backend that declares no capability. Without further changes it is sound, and its waiters poll. */
class UndeclaringBackend extends ForwardingBackend {

    UndeclaringBackend(LockBackend to) {
        super(to);
    }

    /** Declares no order but keeps one. */
    static LockBackend orderly(LockBackend backend) {
        return new UndeclaringBackend(backend) {
            @Override
            public Contest contest(Attempt attempt) {
                return to().contest(attempt);
            }
        };
    }

    /** Gives its waiters the first answer again and again. */
    static LockBackend remembering(LockBackend backend) {
        return new UndeclaringBackend(backend) {
            @Override
            public Contest contest(Attempt attempt) {
                return new ForwardingContest(super.contest(attempt)) {
                    private @Nullable AcquireOutcome first;

                    @Override
                    public AcquireOutcome attempt() {
                        AcquireOutcome answer = first == null ? super.attempt() : first;
                        first = answer;
                        return answer;
                    }
                };
            }
        };
    }

    @Override
    public Capabilities capabilities() {
        Capabilities declared = super.capabilities();
        return declared.withDeclared(Set.of()).withWaiting(Waiting.POLL);
    }

    @Override
    public Contest contest(Attempt attempt) {
        return Contest.polling(this, attempt);
    }
}
