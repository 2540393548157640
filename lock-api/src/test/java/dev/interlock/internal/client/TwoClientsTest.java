// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two clients in one program, of two stores: holds, waits, events and the end of one do not affect the other. */
@SuppressWarnings("LockNotBeforeTry") // the steps between lock and unlock are what is tested
class TwoClientsTest {

    private final EngineBench one = new EngineBench();
    private final EngineBench other = new EngineBench();

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    @Test
    void a_thread_that_is_inside_a_lock_of_one_is_not_inside_that_of_the_other() {
        LockView mine = one.client.lock("a").asLock(AcquireOptions.inherited());
        LockView theirs = other.client.lock("a").asLock(AcquireOptions.inherited());
        mine.lock();
        assertThat(theirs.holdCount()).isZero();
        assertThatThrownBy(theirs::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(theirs.tryLock()).isTrue();
        assertThat(other.backend.acquired).hasSize(1);
        assertThat(theirs.holdCount()).isEqualTo(1);
        mine.unlock();
        assertThat(theirs.holdCount()).isEqualTo(1);
        theirs.unlock();
    }

    @Test
    void the_holder_of_one_is_not_ahead_in_the_queue_of_the_other() throws InterruptedException {
        LockHandle mine = one.acquire("a");
        LockHandle theirs = other.acquire("a");
        assertThat(other.backend.acquired).hasSize(1);
        one.backend.context.reportLost(one.backend.idOf(0), "session ended");
        assertThat(mine.state()).isEqualTo(HandleState.LOST);
        assertThat(theirs.state()).isEqualTo(HandleState.HELD);
        assertThat(other.kinds("a")).containsExactly("Acquired");
    }

    @Test
    void the_end_of_one_is_not_that_of_the_other() throws InterruptedException {
        LockHandle theirs = other.acquire("a");
        one.acquire("a");
        one.close();
        assertThat(theirs.state()).isEqualTo(HandleState.HELD);
        assertThat(other.backend.released).isEmpty();
        other.acquire("b").release();
    }
}
