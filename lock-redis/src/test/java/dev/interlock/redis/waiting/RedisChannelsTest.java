// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.redis.waiting.RedisChannels.Changes;
import dev.interlock.redis.waiting.RedisChannels.Channel;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisChannelsTest {

    private final RedisChannels channels = new RedisChannels();

    @Test
    void the_first_waiter_subscribes_and_the_last_unsubscribes() {
        RedisContest first = contest();
        RedisContest second = contest();
        Channel channel = channels.join(first, "c");
        assertThat(channels.takeUnsent()).isEqualTo(new Changes(List.of("c"), List.of()));
        channels.join(second, "c");
        assertThat(channels.anyUnsent()).isFalse();
        channels.leave(first, channel);
        assertThat(channels.anyUnsent()).isFalse();
        channels.leave(second, channel);
        assertThat(channels.takeUnsent()).isEqualTo(new Changes(List.of(), List.of("c")));
    }

    @Test
    void a_confirmation_wakes_all_waiters() {
        RedisContest contest = contest();
        Channel channel = channels.join(contest, "c");
        assertThat(channels.takeUnsent().subscribe()).containsExactly("c");
        assertThat(channel.confirmed()).isFalse();
        assertThat(channels.answered("c")).containsExactly(contest);
        assertThat(channel.confirmed()).isTrue();
    }

    @Test
    void a_late_answer_does_not_pass_for_a_newer_one() {
        RedisContest contest = contest();
        Channel channel = channels.join(contest, "c");
        assertThat(channels.takeUnsent().subscribe()).containsExactly("c");
        channels.leave(contest, channel);
        assertThat(channels.takeUnsent().unsubscribe()).containsExactly("c");
        Channel again = channels.join(contest, "c");
        assertThat(channels.takeUnsent().subscribe()).containsExactly("c");
        assertThat(channels.answered("c")).as("the first SUBSCRIBE").isEmpty();
        assertThat(channels.answered("c")).as("the UNSUBSCRIBE").isEmpty();
        assertThat(again.confirmed()).isFalse();
        assertThat(channels.answered("c")).as("the second SUBSCRIBE").containsExactly(contest);
        assertThat(again.confirmed()).isTrue();
    }

    @Test
    void nothing_is_left_when_no_attempt_waits() {
        RedisContest contest = contest();
        Channel channel = channels.join(contest, "c");
        assertThat(channels.takeUnsent().subscribe()).hasSize(1);
        assertThat(channels.answered("c")).hasSize(1);
        channels.leave(contest, channel);
        assertThat(channels.anyWaiters()).isFalse();
        channels.sweep();
        channels.sweep();
        assertThat(channels.takeUnsent().unsubscribe()).hasSize(1);
        assertThat(channels.size()).isOne();
        assertThat(channels.answered("c")).isEmpty();
        assertThat(channels.size()).isZero();
    }

    @Test
    void an_attempt_that_leaves_before_anything_was_sent_leaves_nothing() {
        RedisContest contest = contest();
        channels.leave(contest, channels.join(contest, "c"));
        assertThat(channels.size()).isZero();
        assertThat(channels.anyUnsent()).isFalse();
    }

    @Test
    void a_new_connection_takes_the_channels_that_are_waited_for() {
        RedisContest stays = contest();
        RedisContest goes = contest();
        Channel kept = channels.join(stays, "kept");
        Channel left = channels.join(goes, "left");
        assertThat(channels.takeUnsent().subscribe()).hasSize(2);
        assertThat(channels.answered("kept")).hasSize(1);
        channels.leave(goes, left);
        assertThat(channels.disconnected()).containsExactly(stays);
        assertThat(kept.confirmed()).isFalse();
        assertThat(channels.takeAll()).containsExactly("kept");
        assertThat(channels.answered("kept")).containsExactly(stays);
        assertThat(channels.size()).isOne();
    }

    @Test
    void a_channel_stays_for_the_next_waiter_and_is_left_when_none_comes() {
        Channel channel = confirmed("c");
        channel.used();
        RedisContest next = contest();
        assertThat(channels.joinConfirmed(next, () -> "c")).isSameAs(channel);
        assertThat(channels.waiters("c")).containsExactly(next);
        channels.leave(next, channel);
        channels.sweep();
        channels.sweep();
        assertThat(channels.anyUnsent()).as("it was used before the first look").isFalse();
        channels.sweep();
        assertThat(channels.takeUnsent()).isEqualTo(new Changes(List.of(), List.of("c")));
    }

    @Test
    void a_client_that_never_has_to_wait_does_not_keep_a_channel() {
        Channel channel = confirmed("c");
        for (int i = 0; i < 2; i++) {
            RedisContest granted = contest();
            assertThat(channels.joinConfirmed(granted, () -> "c")).isSameAs(channel);
            channels.leave(granted, channel);
            channels.sweep();
        }
        assertThat(channels.takeUnsent().unsubscribe()).containsExactly("c");
    }

    @Test
    void an_attempt_that_waits_for_long_keeps_its_channel() {
        RedisContest contest = contest();
        channels.join(contest, "c");
        assertThat(channels.takeUnsent().subscribe()).hasSize(1);
        assertThat(channels.answered("c")).hasSize(1);
        channels.sweep();
        channels.sweep();
        channels.sweep();
        assertThat(channels.anyUnsent()).isFalse();
        assertThat(channels.waiters()).containsExactly(contest);
    }

    @Test
    void a_channel_that_is_not_confirmed_is_not_joined_before_a_look() {
        assertThat(channels.joinConfirmed(contest(), () -> "c")).isNull();
        channels.join(contest(), "c");
        RedisContest hasty = contest();
        assertThat(channels.joinConfirmed(hasty, () -> "c")).isNull();
        assertThat(channels.waiters("c")).doesNotContain(hasty);
    }

    @Test
    void a_new_connection_does_not_take_channels_without_waiters() {
        confirmed("c");
        assertThat(channels.takeAll()).isEmpty();
        assertThat(channels.size()).isZero();
    }

    @Test
    void not_more_than_so_many_channels_stay_without_waiters() {
        for (int i = 0; i < RedisChannels.MAX_LINGERING; i++) {
            confirmed("c" + i);
        }
        assertThat(channels.anyUnsent()).isFalse();
        confirmed("one more");
        assertThat(channels.takeUnsent().unsubscribe()).containsExactly("one more");
        Channel back = channels.joinConfirmed(contest(), () -> "c0");
        assertThat(back).isNotNull();
        confirmed("in its place");
        assertThat(channels.anyUnsent()).isFalse();
    }

    /** A channel whose waiter has left. */
    private Channel confirmed(String name) {
        RedisContest contest = contest();
        Channel channel = channels.join(contest, name);
        assertThat(channels.takeUnsent().subscribe()).containsExactly(name);
        assertThat(channels.answered(name)).containsExactly(contest);
        channels.leave(contest, channel);
        return channel;
    }

    @Test
    void answers_and_messages_about_unknown_channels_are_nobodys() {
        assertThat(channels.answered("c")).isEmpty();
        assertThat(channels.waiters("c")).isEmpty();
    }

    private static RedisContest contest() {
        Attempt attempt = Attempt.of(new LockName("n"), AttemptId.random(), Duration.ofSeconds(1), 1, null);
        RedisLockOperations operations = new RedisLockOperations(null, null, null, null);
        RedisSignals signals = new RedisSignals(null, null, null, new RedisKeys("own"));
        return new RedisContest(operations, signals, attempt, new RedisKeys("c"), Duration.ofSeconds(1));
    }
}
