// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The holds around the running code belong to their thread and end with their body. */
class HoldsAroundTest {

    private final LockClient client = LockClient.connect("memory:HoldsAroundTest");

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void the_innermost_hold_comes_first_and_each_body_gives_the_former_holds_back() {
        HeldLock outer = held("a");
        HeldLock inner = held("b");
        HoldsAround.current().plus(outer).run(() -> {
            HoldsAround around = HoldsAround.current();
            around.plus(inner)
                    .run(() -> assertThat(HoldsAround.current().stream()).containsExactly(inner, outer));
            return assertThat(HoldsAround.current()).isSameAs(around);
        });
        assertThat(HoldsAround.current().stream()).isEmpty();
    }

    @Test
    void a_body_that_throws_gives_the_former_holds_back() {
        HoldsAround around = HoldsAround.current().plus(held("a"));
        IllegalStateException failure = new IllegalStateException();
        assertThatThrownBy(() -> around.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(HoldsAround.current().innermost()).isEmpty();
    }

    private HeldLock held(String name) {
        LockHandle handle = client.lock(name).tryAcquire().orElseThrow();
        return new HeldLock(client, "Test.method", handle);
    }
}
