// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.redis.RedisChannels.Changes;
import dev.interlock.redis.RedisChannels.Channel;
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
    void a_confirmation_wakes_all_who_wait() {
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
    void nothing_is_left_when_nobody_waits() {
        RedisContest contest = contest();
        Channel channel = channels.join(contest, "c");
        assertThat(channels.takeUnsent().subscribe()).hasSize(1);
        assertThat(channels.answered("c")).hasSize(1);
        channels.leave(contest, channel);
        assertThat(channels.anyWaiters()).isFalse();
        assertThat(channels.takeUnsent().unsubscribe()).hasSize(1);
        assertThat(channels.size()).isOne();
        assertThat(channels.answered("c")).isEmpty();
        assertThat(channels.size()).isZero();
    }

    @Test
    void who_leaves_before_anything_was_sent_leaves_nothing() {
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
    void answers_and_messages_about_unknown_channels_are_nobodys() {
        assertThat(channels.answered("c")).isEmpty();
        assertThat(channels.waiters("c")).isEmpty();
    }

    private static RedisContest contest() {
        Attempt attempt = new Attempt(new LockName("n"), AttemptId.random(), Duration.ofSeconds(1), 1, null);
        RedisLockOperations operations = new RedisLockOperations(null, null, null, null);
        RedisSignals signals = new RedisSignals(null, null, null, "base");
        return new RedisContest(operations, signals, attempt, "c", Duration.ofSeconds(1));
    }
}
