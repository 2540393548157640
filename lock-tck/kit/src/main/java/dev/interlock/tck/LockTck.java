// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import org.junit.jupiter.api.Nested;

/**
 * The kit: a backend's test extends it and supplies the fixture, nothing else. One nested class per family of rules.
 *
 * <p>A rule that fails starts its message with its id; look it up in {@code docs/contract.md}. Rules use real time with short
 * leases; on a slow machine stretch them with {@code -Dinterlock.tck.patience=3}.
 */
public abstract class LockTck {

    /**
     * The backend under test.
     *
     * @return a fixture; asked once per rule, may be the same every time
     */
    protected abstract LockFixture fixture();

    @Nested
    class Acquire extends AcquireRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Try extends TryRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Release extends ReleaseRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Renew extends RenewRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class StaleRenewal extends StaleRenewalRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Expiry extends ExpiryRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Token extends TokenRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Name extends NameRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Errors extends ErrorRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class LostReply extends LostReplyRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class LostStep extends LostStepRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Loss extends LossRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class LossEffect extends LossEffectRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Reentry extends ReentryRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class ReentryEnd extends ReentryEndRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Wait extends WaitRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class WaitLeave extends WaitLeaveRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class WaitOrder extends WaitOrderRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class WaitFairness extends WaitFairnessRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Close extends CloseRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class CloseLate extends CloseLateRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Observe extends ObserveRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class ObserveStore extends ObserveStoreRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Vanish extends VanishRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Crash extends CrashRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Contention extends ContentionRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }

    @Nested
    class Fault extends FaultRules {
        @Override
        LockFixture supplied() {
            return LockTck.this.fixture();
        }
    }
}
