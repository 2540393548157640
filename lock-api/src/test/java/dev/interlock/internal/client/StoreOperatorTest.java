// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.ClientOptions;
import dev.interlock.FreeResult;
import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockName;
import dev.interlock.LockOperator;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an operator gets, whatever the backend does. */
class StoreOperatorTest {

    private final ScriptedBackend backend = new ScriptedBackend();
    private final Scripted scripted = new Scripted();
    private final EngineBench bench;

    StoreOperatorTest() {
        backend.operator = Optional.of(scripted);
        bench = new EngineBench(ClientOptions.STANDARD, backend);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private LockOperator operator() {
        return bench.engine.operator();
    }

    private static HeldLock held(String name) {
        return new HeldLock(
                new LockName(name),
                new Holder(1, Optional.empty(), Optional.empty()),
                Optional.empty(),
                OptionalInt.empty());
    }

    @Test
    void locks_are_in_the_order_of_their_names() {
        scripted.list = () -> List.of(held("b"), held("a"));
        assertThat(operator().list("", 10))
                .extracting(lock -> lock.name().value())
                .containsExactly("a", "b");
    }

    @Test
    void each_outcome_becomes_a_result() {
        IllegalStateException lost = new IllegalStateException("reply lost");
        assertThat(freed(new FreeOutcome.Freed())).isEqualTo(new FreeResult.Freed());
        assertThat(freed(new FreeOutcome.NotHeld())).isEqualTo(new FreeResult.NotHeld());
        assertThat(freed(new FreeOutcome.OtherToken(8))).isEqualTo(new FreeResult.OtherToken(8));
        assertThat(freed(new FreeOutcome.Unknown(lost))).isEqualTo(new FreeResult.Unknown(lost));
    }

    private FreeResult freed(FreeOutcome outcome) {
        scripted.free = () -> outcome;
        return operator().free("a", 7);
    }

    @Test
    void a_step_that_throws_is_unknown() {
        scripted.free = () -> {
            throw new IllegalStateException("reply lost");
        };
        assertThat(operator().free("a", 7)).isInstanceOf(FreeResult.Unknown.class);
    }

    @Test
    void a_refusal_is_an_exception() {
        OperatorSteps refusing = OperatorSteps.refusing("no store can, so ask another one");
        scripted.free = () -> refusing.free(new LockName("a"), 7);
        scripted.list = () -> refusing.list("", 1);
        assertThatThrownBy(() -> operator().free("a", 7))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessage("'a' not freed: no store can, so ask another one");
        assertThatThrownBy(() -> operator().list("", 1))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessage("locks not listed: no store can, so ask another one");
    }

    @Test
    void a_wrong_argument_reaches_no_store() {
        scripted.free = () -> {
            throw new AssertionError("asked to free");
        };
        scripted.list = () -> {
            throw new AssertionError("asked for a list");
        };
        assertThatThrownBy(() -> operator().free("a", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> operator().free("a\n", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> operator().list("a\n", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> operator().list("", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> operator().list("", LockOperator.MAX_LISTED + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_closed_client_asks_no_store() {
        LockOperator operator = operator();
        bench.engine.close();
        assertThatThrownBy(() -> operator.free("a", 7)).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> operator.list("", 1)).isInstanceOf(LockClientClosedException.class);
    }

    @Test
    void a_backend_without_the_steps_has_no_operator() {
        try (EngineBench plain = new EngineBench(ClientOptions.STANDARD, new ScriptedBackend())) {
            assertThatThrownBy(plain.engine::operator)
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("scripted store");
        }
    }

    private static final class Scripted implements OperatorSteps {

        private Supplier<List<HeldLock>> list = List::of;
        private Supplier<FreeOutcome> free = FreeOutcome.NotHeld::new;

        @Override
        public List<HeldLock> list(String prefix, int atMost) {
            return list.get();
        }

        @Override
        public FreeOutcome free(LockName name, long token) {
            return free.get();
        }
    }
}
