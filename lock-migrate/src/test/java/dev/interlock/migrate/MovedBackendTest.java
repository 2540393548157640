// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import static dev.interlock.migrate.TwoStores.LEASE;
import static dev.interlock.migrate.TwoStores.LOCK;
import static dev.interlock.migrate.TwoStores.attempt;
import static dev.interlock.migrate.TwoStores.isGranted;
import static dev.interlock.migrate.TwoStores.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The end of a move: one store, with tokens of a new generation. */
class MovedBackendTest {

    private static final long BASE = 1L << 53;

    private final TwoStores stores = new TwoStores();
    private final MovedBackend moved = stores.moved(1);

    @Test
    void its_tokens_are_those_of_the_store_raised() {
        Attempt attempt = attempt();
        AcquireOutcome outcome = moved.tryAcquire(attempt);
        assertThat(token(outcome)).isEqualTo(BASE + 1);
        Grant grant = ((AcquireOutcome.Granted) outcome).grant();
        assertThat(moved.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(moved.inspect(LOCK).map(Holder::fencingToken)).contains(BASE + 1);
        assertThat(token(moved.tryAcquire(attempt))).isEqualTo(BASE + 1);
        assertThat(moved.release(attempt)).isInstanceOf(ReleaseOutcome.Released.class);
    }

    @Test
    void a_waiter_gets_a_raised_token() {
        assertThat(token(moved.contest(attempt()).attempt())).isEqualTo(BASE + 1);
    }

    @Test
    void locks_of_a_set_and_the_operator_know_raised_tokens() {
        Attempt attempt = attempt();
        BulkSteps bulk = moved.bulk().orElseThrow();
        AcquireAllOutcome.Granted granted = (AcquireAllOutcome.Granted) bulk.tryAcquireAll(List.of(attempt));
        assertThat(granted.grants()).extracting(Grant::token).containsExactly(BASE + 1);
        assertThat(bulk.renewAll(granted.grants(), LEASE)).first().isInstanceOf(RenewOutcome.Renewed.class);
        OperatorSteps operator = moved.operator().orElseThrow();
        assertThat(operator.list("", 10))
                .extracting(HeldLock::holder)
                .extracting(Holder::fencingToken)
                .containsExactly(BASE + 1);
        assertThat(operator.free(LOCK, BASE + 2)).isEqualTo(new FreeOutcome.OtherToken(BASE + 1));
        assertThat(operator.free(LOCK, 7))
                .as("a token of the old store")
                .isEqualTo(new FreeOutcome.OtherToken(BASE + 1));
        assertThat(operator.free(LOCK, BASE + 1)).isEqualTo(new FreeOutcome.Freed());
    }

    @Test
    void it_can_what_the_store_can() {
        assertThat(moved.capabilities()).isEqualTo(stores.newOnly().capabilities());
        assertThat(moved.shares()).isPresent();
        assertThat(moved.lossWatch()).isPresent();
    }

    @Test
    void a_token_without_room_is_refused_and_its_lock_is_free() {
        LockBackend store = new StoreUnderTest(stores.recent.backend()) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                Grant grant = ((AcquireOutcome.Granted) step.get()).grant();
                return new AcquireOutcome.Granted(Grant.of(attempt, BASE, grant.sentNanos(), grant.lease()));
            }
        };
        MovedBackend full = stores.started(MovedBackend.to(store, 1));
        AcquireOutcome.Refused refused = (AcquireOutcome.Refused) full.tryAcquire(attempt());
        assertThat(refused.retryable()).isFalse();
        assertThat(refused.cause()).hasMessageContaining("has no place in generation 1");
        assertThat(stores.isHeldInNew()).isFalse();
    }

    @Test
    void a_generation_is_1_to_1023() {
        assertThatIllegalArgumentException().isThrownBy(() -> MovedBackend.to(stores.recent.backend(), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewGeneration(1_024, 1))
                .withMessage("generation must be 1 to 1023 but was 1024");
        assertThatIllegalArgumentException().isThrownBy(() -> new NewGeneration(1, BASE));
    }

    @Test
    void its_start_fails_while_a_client_on_the_old_store_only_holds_a_lock() {
        stores.both().tryAcquire(Attempt.of(new LockName("b"), AttemptId.random(), LEASE, 1, "shop-2"));
        LockBackend oldOnly = stores.oldOnly();
        Attempt attempt = attempt(1, "shop-1");
        oldOnly.tryAcquire(attempt);
        assertThatThrownBy(() -> stores.started(after(1)))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("a client on that store only, hint 'shop-1', holds 'a' there");
        oldOnly.release(attempt);
        assertThat(isGranted(stores.started(after(1)).tryAcquire(attempt()))).isTrue();
    }

    @Test
    void its_start_fails_while_the_old_tokens_are_below_the_switch() {
        assertThatThrownBy(() -> stores.started(after(3)))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("its tokens are at 1, and those of generation 1 begin at 3");
        assertThatThrownBy(() -> stores.started(after(3))).hasMessageContaining("its tokens are at 2");
        stores.started(after(3));
        assertThat(stores.oldOnly().operator().orElseThrow().list("", 10)).isEmpty();
    }

    private MovedBackend after(long switchAt) {
        return MovedBackend.after(stores.old.backend(), stores.recent.backend(), new NewGeneration(1, switchAt));
    }
}
