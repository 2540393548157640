// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Share;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The record of a shared lock, and its text. */
class ShareRecordTest {

    private static final ShareRecord NONE = ShareRecord.of(new ShareSnapshot(null, 0, 1, 0));
    private static final Share ONE = new Share(1, 3);
    private static final Share TWO = new Share(2, 3);

    private final Attempt first = attempt("a hint - with words");
    private final Attempt second = attempt(null);
    private final Attempt third = attempt("-");

    private static Attempt attempt(String hint) {
        return Attempt.of(new LockName("x"), AttemptId.random(), Duration.ofMillis(100), 2, hint);
    }

    private static ShareSnapshot at(long now, long leastToken) {
        return new ShareSnapshot(null, now, leastToken, 0);
    }

    private static ShareRecord read(ShareRecord record, long now) {
        return ShareRecord.of(new ShareSnapshot(record.text(), now, 1, 0));
    }

    @Test
    void the_text_has_all_of_it() {
        ShareRecord record = NONE.granted(first, ONE, at(5, 7))
                .granted(second, ONE, at(6, 7))
                .queued(third, TWO, 7);
        assertThat(read(record, 10)).isEqualTo(record);
        assertThat(record.lastToken()).isEqualTo(10);
        assertThat(record.of(first.id()).orElseThrow().token()).isEqualTo(7);
        assertThat(record.of(second.id()).orElseThrow().token()).isEqualTo(9);
    }

    @Test
    void grants_and_places_end_but_the_last_token_stays() {
        ShareRecord record = NONE.granted(first, ONE, at(0, 7)).queued(second, TWO, 50);
        assertThat(read(record, 100).held()).hasSize(1);
        assertThat(read(record, 101).held()).isEmpty();
        assertThat(read(record, 49 + ShareRecord.PLACE_MILLIS).waiting()).hasSize(1);
        assertThat(read(record, 50 + ShareRecord.PLACE_MILLIS)).satisfies(after -> {
            assertThat(after.waiting()).isEmpty();
            assertThat(after.lastToken()).isEqualTo(8);
            assertThat(after.granted(third, ONE, at(9_999, 1))
                            .of(third.id())
                            .orElseThrow()
                            .token())
                    .isEqualTo(9);
        });
    }

    @Test
    void an_attempt_fits_beside_the_grants_and_those_that_wait_before_it() {
        ShareRecord record =
                NONE.granted(first, ONE, at(0, 1)).queued(second, TWO, 0).queued(third, ONE, 0);
        assertThat(record.fits(second.id(), TWO)).isTrue();
        assertThat(record.fits(third.id(), ONE)).isFalse();
        assertThat(record.fits(AttemptId.random(), ONE)).isFalse();
        assertThat(record.without(second.id()).fits(third.id(), ONE)).isTrue();
        assertThat(record.withNext(at(5, 1)).grantedSince(record)).containsExactly(second.id());
        ShareRecord next = record.without(first.id()).withNext(at(5, 40));
        assertThat(next.grantedSince(record)).containsExactly(second.id(), third.id());
        assertThat(next.waiting()).isEmpty();
        assertThat(next.of(second.id()).orElseThrow().token()).isEqualTo(40);
        assertThat(next.of(third.id()).orElseThrow().token()).isEqualTo(42);
        assertThat(next.lastToken()).isEqualTo(43);
    }

    @Test
    void a_place_is_written_again_in_time_and_stays_where_it_is() {
        ShareRecord record = NONE.queued(first, ONE, 0).queued(second, ONE, 0);
        long half = ShareRecord.PLACE_MILLIS / 2;
        assertThat(record.isQueuedWell(first.id(), half - 1)).isTrue();
        assertThat(record.isQueuedWell(first.id(), half)).isFalse();
        assertThat(record.queued(first, ONE, half).waiting())
                .extracting(ShareRecord.Waiting::id)
                .containsExactly(first.id().text(), second.id().text());
    }

    @Test
    void a_queue_that_is_full_takes_no_more() {
        ShareRecord record = NONE;
        for (int i = 0; i < ShareRecord.MOST; i++) {
            record = record.queued(attempt(null), ONE, 0);
        }
        assertThat(record.queued(first, ONE, 0)).isEqualTo(record);
    }

    @Test
    void no_holder_is_shown_with_more_than_its_lease() {
        assertThat(NONE.granted(first, ONE, at(7, 1)).holders(7).get(0).remaining())
                .contains(Duration.ofMillis(100));
    }

    @Test
    void a_renewal_never_shortens_a_grant() {
        ShareRecord record = NONE.granted(first, ONE, at(0, 1));
        ShareRecord.Held own = record.of(first.id()).orElseThrow();
        assertThat(record.extended(own, 50)).isEqualTo(record);
        assertThat(record.extended(own, 200).lastEndMillis()).isEqualTo(200);
    }

    @Test
    void a_limit_is_kept_while_the_lock_is_held_or_waited_for() {
        assertThat(NONE.hasOtherLimit(ONE)).isFalse();
        assertThat(NONE.granted(first, ONE, at(0, 1)).hasOtherLimit(new Share(1, 4)))
                .isTrue();
        assertThat(NONE.queued(first, ONE, 0).hasOtherLimit(new Share(1, 4))).isTrue();
        assertThat(NONE.granted(first, ONE, at(0, 1)).without(first.id()).hasOtherLimit(new Share(1, 4)))
                .isFalse();
    }

    /** Read as a free lock, it would let a second holder in. */
    @ParameterizedTest
    @ValueSource(strings = {"", "x", ".", "2 3 1\n.", "1 3 1", "1 3 1\n", "1 3\n.", "1 3 x\n.", "1 3 1\nx\n."})
    void a_record_that_cannot_be_read_is_no_free_lock(String text) {
        assertThatThrownBy(() -> ShareRecord.of(new ShareSnapshot(text, 0, 1, 0)))
                .isInstanceOf(LockUnavailableException.class);
    }

    @Test
    void a_record_that_was_cut_is_no_free_lock() {
        String text = NONE.granted(first, ONE, at(0, 1)).queued(second, ONE, 0).text();
        for (int length = 0; length < text.length(); length++) {
            String cut = text.substring(0, length);
            assertThatThrownBy(() -> ShareRecord.of(new ShareSnapshot(cut, 0, 1, 0)))
                    .as(cut)
                    .isInstanceOf(LockUnavailableException.class);
        }
    }
}
