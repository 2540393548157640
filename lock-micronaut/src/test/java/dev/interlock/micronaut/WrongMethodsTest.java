// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An annotation that cannot be kept ends the call before the method. */
final class WrongMethodsTest {

    private final ApplicationContext context = ApplicationContext.run(Map.of("locks.backend", "memory"));
    private final WrongMethods methods = context.getBean(WrongMethods.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void a_bad_duration_is_refused() {
        refuses(methods::lease, "@Locked on WrongMethods.lease: lease", "must be a duration", "'soon'");
    }

    @Test
    void a_wait_without_waiting_is_refused() {
        refuses(methods::waitToFail, "WrongMethods.waitToFail: waitAtMost is for onContention = WAIT", "FAIL");
    }

    @Test
    void a_skip_that_no_result_can_express_is_refused() {
        refuses(methods::skippedNumber, "WrongMethods.skippedNumber: onContention = SKIP", "return an Optional");
    }

    @Test
    void a_shortest_hold_above_the_longest_is_refused() {
        refuses(methods::minAboveMax, "minHold must be <= maxHold but was PT2M > PT1M");
    }

    @Test
    void a_future_whose_end_cannot_be_seen_is_refused() {
        refuses(
                () -> methods.future().get(),
                "WrongMethods.future: the end of a Future cannot be seen",
                "CompletionStage");
    }

    @Test
    void a_client_that_is_not_there_is_refused() {
        refuses(methods::otherClient, "no LockClient named 'other' for @Locked on WrongMethods.otherClient");
    }

    @Test
    void a_placeholder_without_a_value_is_refused() {
        refuses(
                methods::placeholder,
                "'${no.such.property}' of @Locked on WrongMethods.placeholder cannot be evaluated");
    }

    @Test
    void a_placeholder_beside_an_expression_is_refused() {
        refuses(() -> methods.mixed("7"), "WrongMethods.mixed holds an expression or a placeholder", "#{env['name']}");
        Orders orders = context.getBean(Orders.class);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> orders.payWithPlaceholder("7"), () -> orders.payBothWithPlaceholder("7"))) {
            assertThatThrownBy(call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("of @Locked on Orders.pay")
                    .hasMessageContaining("configure durations by locks.named.<name>");
        }
        assertThat(orders.calls).hasValue(0);
    }

    private void refuses(ThrowingCallable call, String... messages) {
        assertThatThrownBy(call)
                .isInstanceOf(Exception.class)
                .satisfies(failure -> assertThat(failure.getMessage()).contains(messages));
        assertThat(methods.calls).hasValue(0);
    }
}
