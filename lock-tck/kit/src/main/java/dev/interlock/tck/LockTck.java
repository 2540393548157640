// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.tck.rules.client.CloseHolderRules;
import dev.interlock.tck.rules.client.CloseRules;
import dev.interlock.tck.rules.client.MultiBulkRules;
import dev.interlock.tck.rules.client.MultiLossRules;
import dev.interlock.tck.rules.client.MultiRules;
import dev.interlock.tck.rules.client.MultiStepRules;
import dev.interlock.tck.rules.client.ObserveRules;
import dev.interlock.tck.rules.client.ObserveSlowRules;
import dev.interlock.tck.rules.client.ObserveStoreRules;
import dev.interlock.tck.rules.client.ReentryLockRules;
import dev.interlock.tck.rules.client.ReentryRules;
import dev.interlock.tck.rules.fault.ErrorBulkRules;
import dev.interlock.tck.rules.fault.ErrorDamageRules;
import dev.interlock.tck.rules.fault.ErrorLinkRules;
import dev.interlock.tck.rules.fault.ErrorMessageRules;
import dev.interlock.tck.rules.fault.ErrorRules;
import dev.interlock.tck.rules.fault.ErrorSilenceRules;
import dev.interlock.tck.rules.fault.ErrorSlowRules;
import dev.interlock.tck.rules.fault.ErrorTroubleRules;
import dev.interlock.tck.rules.fault.FaultRules;
import dev.interlock.tck.rules.fault.ProcessContentionRules;
import dev.interlock.tck.rules.fault.ProcessRules;
import dev.interlock.tck.rules.grant.AcquireLinkRules;
import dev.interlock.tck.rules.grant.AcquireResourceRules;
import dev.interlock.tck.rules.grant.AcquireRules;
import dev.interlock.tck.rules.grant.AcquireStoppedRules;
import dev.interlock.tck.rules.grant.NameRules;
import dev.interlock.tck.rules.grant.ReleaseBulkRules;
import dev.interlock.tck.rules.grant.ReleaseRules;
import dev.interlock.tck.rules.grant.ReleaseSlowRules;
import dev.interlock.tck.rules.grant.ReleaseStoppedRules;
import dev.interlock.tck.rules.grant.TokenLinkRules;
import dev.interlock.tck.rules.grant.TokenRules;
import dev.interlock.tck.rules.lease.ExpiryFirstStepRules;
import dev.interlock.tck.rules.lease.ExpiryLockDelayRules;
import dev.interlock.tck.rules.lease.ExpiryProcessRules;
import dev.interlock.tck.rules.lease.ExpiryRepeatRules;
import dev.interlock.tck.rules.lease.ExpiryRules;
import dev.interlock.tck.rules.lease.LossAtOnceRules;
import dev.interlock.tck.rules.lease.LossNoticeRules;
import dev.interlock.tck.rules.lease.LossRules;
import dev.interlock.tck.rules.lease.RenewBulkRules;
import dev.interlock.tck.rules.lease.RenewLinkRules;
import dev.interlock.tck.rules.lease.RenewRules;
import dev.interlock.tck.rules.lease.RenewSlowRules;
import dev.interlock.tck.rules.lease.RenewStaleRules;
import dev.interlock.tck.rules.lease.RenewStoppedRules;
import dev.interlock.tck.rules.lease.RenewTroubleRules;
import dev.interlock.tck.rules.operator.OperatorFreeRules;
import dev.interlock.tck.rules.operator.OperatorLinkRules;
import dev.interlock.tck.rules.operator.OperatorListRules;
import dev.interlock.tck.rules.sequence.SequenceLinkRules;
import dev.interlock.tck.rules.sequence.SequenceLockRules;
import dev.interlock.tck.rules.sequence.SequenceLossRules;
import dev.interlock.tck.rules.sequence.SequenceRaceRules;
import dev.interlock.tck.rules.sequence.SequenceShareRules;
import dev.interlock.tck.rules.sequence.SequenceThreadRules;
import dev.interlock.tck.rules.sequence.SequenceWaitRules;
import dev.interlock.tck.rules.share.ShareFaultRules;
import dev.interlock.tck.rules.share.ShareLinkRules;
import dev.interlock.tck.rules.share.ShareOrderRules;
import dev.interlock.tck.rules.share.ShareProcessRules;
import dev.interlock.tck.rules.share.ShareRules;
import dev.interlock.tck.rules.share.ShareStepRules;
import dev.interlock.tck.rules.share.ShareStoppedRules;
import dev.interlock.tck.rules.share.ShareWaitRules;
import dev.interlock.tck.rules.share.WaitShareRules;
import dev.interlock.tck.rules.waiting.HandOffRules;
import dev.interlock.tck.rules.waiting.RetentionBulkRules;
import dev.interlock.tck.rules.waiting.RetentionLinkRules;
import dev.interlock.tck.rules.waiting.RetentionOwnerRules;
import dev.interlock.tck.rules.waiting.RetentionRules;
import dev.interlock.tck.rules.waiting.WaitInterruptRules;
import dev.interlock.tck.rules.waiting.WaitLeaseRules;
import dev.interlock.tck.rules.waiting.WaitLeaveRules;
import dev.interlock.tck.rules.waiting.WaitLinkRules;
import dev.interlock.tck.rules.waiting.WaitOrderRules;
import dev.interlock.tck.rules.waiting.WaitResourceRules;
import dev.interlock.tck.rules.waiting.WaitRules;
import dev.interlock.tck.rules.waiting.WaitSignalRules;
import dev.interlock.tck.rules.waiting.WaitTurnRules;
import dev.interlock.tck.rules.waiting.WaitWakeRules;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The kit. A backend's test extends this class and supplies a fixture, nothing else. Each nested class has rules of one
 * family; large families have several classes. If JUnit's parallel execution is on, rules run at the same time.
 *
 * <p>A failure begins with the rule's id and reports what was seen and what to look at first. {@code docs/contract.md}
 * explains the rules. Rules use real time and short leases; stretch them on a slow machine with
 * {@code -Dinterlock.tck.patience=3}.
 */
@ExtendWith(LockTck.FixtureOfThisKit.class)
public abstract class LockTck {

    /**
     * Returns the backend under test.
     *
     * @return a fixture; the kit calls this once per rule, and the result may be the same each time
     */
    protected abstract LockFixture fixture();

    /**
     * Gives a rule access to the fixture of the kit that it is nested in, so that the rules do not depend on the kit.
     * The rule itself calls {@link #fixture}: JUnit would report a missing server as an error of the parameter.
     */
    static final class FixtureOfThisKit implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Supplier.class;
        }

        @Override
        public Supplier<LockFixture> resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRequiredTestInstances()
                    .findInstance(LockTck.class)
                    .orElseThrow()::fixture;
        }
    }

    @Nested
    class Acquire extends AcquireRules {}

    @Nested
    class AcquireLink extends AcquireLinkRules {}

    @Nested
    class AcquireResource extends AcquireResourceRules {}

    @Nested
    class AcquireStopped extends AcquireStoppedRules {}

    @Nested
    class Release extends ReleaseRules {}

    @Nested
    class ReleaseSlow extends ReleaseSlowRules {}

    @Nested
    class ReleaseBulk extends ReleaseBulkRules {}

    @Nested
    class ReleaseStopped extends ReleaseStoppedRules {}

    @Nested
    class Renew extends RenewRules {}

    @Nested
    class RenewLink extends RenewLinkRules {}

    @Nested
    class RenewSlow extends RenewSlowRules {}

    @Nested
    class RenewStale extends RenewStaleRules {}

    @Nested
    class RenewBulk extends RenewBulkRules {}

    @Nested
    class RenewStopped extends RenewStoppedRules {}

    @Nested
    class RenewTrouble extends RenewTroubleRules {}

    @Nested
    class Expiry extends ExpiryRules {}

    @Nested
    class ExpiryFirstStep extends ExpiryFirstStepRules {}

    @Nested
    class ExpiryLockDelay extends ExpiryLockDelayRules {}

    @Nested
    class ExpiryRepeat extends ExpiryRepeatRules {}

    @Nested
    class ExpiryProcess extends ExpiryProcessRules {}

    @Nested
    class Token extends TokenRules {}

    @Nested
    class TokenLink extends TokenLinkRules {}

    @Nested
    class Name extends NameRules {}

    @Nested
    class Errors extends ErrorRules {}

    @Nested
    class ErrorMessage extends ErrorMessageRules {}

    @Nested
    class ErrorTrouble extends ErrorTroubleRules {}

    @Nested
    class ErrorDamage extends ErrorDamageRules {}

    @Nested
    class ErrorLink extends ErrorLinkRules {}

    @Nested
    class ErrorSilence extends ErrorSilenceRules {}

    @Nested
    class ErrorSlow extends ErrorSlowRules {}

    @Nested
    class ErrorBulk extends ErrorBulkRules {}

    @Nested
    class Loss extends LossRules {}

    @Nested
    class LossAtOnce extends LossAtOnceRules {}

    @Nested
    class LossNotice extends LossNoticeRules {}

    @Nested
    class Reentry extends ReentryRules {}

    @Nested
    class ReentryLock extends ReentryLockRules {}

    @Nested
    class Multi extends MultiRules {}

    @Nested
    class MultiLoss extends MultiLossRules {}

    @Nested
    class MultiBulk extends MultiBulkRules {}

    @Nested
    class MultiStep extends MultiStepRules {}

    @Nested
    class HandOff extends HandOffRules {}

    @Nested
    class Retention extends RetentionRules {}

    @Nested
    class RetentionOwner extends RetentionOwnerRules {}

    @Nested
    class RetentionLink extends RetentionLinkRules {}

    @Nested
    class RetentionBulk extends RetentionBulkRules {}

    @Nested
    class Shares extends ShareRules {}

    @Nested
    class ShareStep extends ShareStepRules {}

    @Nested
    class ShareStopped extends ShareStoppedRules {}

    @Nested
    class ShareWait extends ShareWaitRules {}

    @Nested
    class WaitShare extends WaitShareRules {}

    @Nested
    class ShareLink extends ShareLinkRules {}

    @Nested
    class ShareOrder extends ShareOrderRules {}

    @Nested
    class ShareProcess extends ShareProcessRules {}

    @Nested
    class ShareFault extends ShareFaultRules {}

    @Nested
    class Wait extends WaitRules {}

    @Nested
    class WaitInterrupt extends WaitInterruptRules {}

    @Nested
    class WaitLeave extends WaitLeaveRules {}

    @Nested
    class WaitLink extends WaitLinkRules {}

    @Nested
    class WaitWake extends WaitWakeRules {}

    @Nested
    class WaitSignal extends WaitSignalRules {}

    @Nested
    class WaitLease extends WaitLeaseRules {}

    @Nested
    class WaitOrder extends WaitOrderRules {}

    @Nested
    class WaitResource extends WaitResourceRules {}

    @Nested
    class WaitTurn extends WaitTurnRules {}

    @Nested
    class Close extends CloseRules {}

    @Nested
    class CloseHolder extends CloseHolderRules {}

    @Nested
    class Observe extends ObserveRules {}

    @Nested
    class ObserveSlow extends ObserveSlowRules {}

    @Nested
    class ObserveStore extends ObserveStoreRules {}

    @Nested
    class OperatorFree extends OperatorFreeRules {}

    @Nested
    class OperatorLink extends OperatorLinkRules {}

    @Nested
    class OperatorList extends OperatorListRules {}

    @Nested
    class SequenceLock extends SequenceLockRules {}

    @Nested
    class SequenceLink extends SequenceLinkRules {}

    @Nested
    class SequenceLoss extends SequenceLossRules {}

    @Nested
    class SequenceRace extends SequenceRaceRules {}

    @Nested
    class SequenceThread extends SequenceThreadRules {}

    @Nested
    class SequenceWait extends SequenceWaitRules {}

    @Nested
    class SequenceShare extends SequenceShareRules {}

    @Nested
    class Processes extends ProcessRules {}

    @Nested
    class ProcessContention extends ProcessContentionRules {}

    @Nested
    class Fault extends FaultRules {}
}
