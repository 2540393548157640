// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import org.junit.jupiter.api.Nested;

/**
 * The kit: a backend's test extends it and supplies the fixture, nothing else. The nested classes carry the families of
 * rules, some families in several. Where JUnit's parallel execution is on, rules run beside each other.
 *
 * <p>A rule that fails says what was seen and what to look at first, with its id in front; {@code docs/contract.md}
 * says what it is about. Rules use real time with short leases; on a slow machine stretch them with
 * {@code -Dinterlock.tck.patience=3}.
 */
public abstract class LockTck {

    /**
     * The backend under test.
     *
     * @return a fixture; asked once per rule, may be the same every time
     */
    protected abstract LockFixture fixture();

    @Nested
    class Acquire extends AcquireRules {}

    @Nested
    class AcquireTry extends AcquireTryRules {}

    @Nested
    class AcquireLostReply extends AcquireLostReplyRules {}

    @Nested
    class AcquireValidity extends AcquireValidityRules {}

    @Nested
    class Release extends ReleaseRules {}

    @Nested
    class ReleaseLostReply extends ReleaseLostReplyRules {}

    @Nested
    class Renew extends RenewRules {}

    @Nested
    class RenewStale extends RenewStaleRules {}

    @Nested
    class RenewPressure extends RenewPressureRules {}

    @Nested
    class RenewLostReply extends RenewLostReplyRules {}

    @Nested
    class RenewValidity extends RenewValidityRules {}

    @Nested
    class Expiry extends ExpiryRules {}

    @Nested
    class ExpiryRestart extends ExpiryRestartRules {}

    @Nested
    class ExpiryLockDelay extends ExpiryLockDelayRules {}

    @Nested
    class ExpiryProcess extends ExpiryProcessRules {}

    @Nested
    class Token extends TokenRules {}

    @Nested
    class Name extends NameRules {}

    @Nested
    class Errors extends ErrorRules {}

    @Nested
    class ErrorLostReply extends ErrorLostReplyRules {}

    @Nested
    class ErrorOutage extends ErrorOutageRules {}

    @Nested
    class Loss extends LossRules {}

    @Nested
    class LossNotice extends LossNoticeRules {}

    @Nested
    class Reentry extends ReentryRules {}

    @Nested
    class ReentryEnd extends ReentryEndRules {}

    @Nested
    class ReentryLock extends ReentryLockRules {}

    @Nested
    class Multi extends MultiRules {}

    @Nested
    class MultiLoss extends MultiLossRules {}

    @Nested
    class MultiBulk extends MultiBulkRules {}

    @Nested
    class HandOver extends HandOverRules {}

    @Nested
    class HandOverEnd extends HandOverEndRules {}

    @Nested
    class Wait extends WaitRules {}

    @Nested
    class WaitLimit extends WaitLimitRules {}

    @Nested
    class WaitLeave extends WaitLeaveRules {}

    @Nested
    class WaitWake extends WaitWakeRules {}

    @Nested
    class WaitLease extends WaitLeaseRules {}

    @Nested
    class WaitOrder extends WaitOrderRules {}

    @Nested
    class Close extends CloseRules {}

    @Nested
    class CloseLate extends CloseLateRules {}

    @Nested
    class CloseHolder extends CloseHolderRules {}

    @Nested
    class CloseBound extends CloseBoundRules {}

    @Nested
    class Observe extends ObserveRules {}

    @Nested
    class ObserveStore extends ObserveStoreRules {}

    @Nested
    class Processes extends ProcessRules {}

    @Nested
    class ProcessContention extends ProcessContentionRules {}

    @Nested
    class Fault extends FaultRules {}
}
