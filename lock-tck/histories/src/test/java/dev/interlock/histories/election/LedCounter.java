// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories.election;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.guard.FencingGuard;
import dev.interlock.testbed.jvm.Conversation;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A counter that only the latest term may read and write. Each accepted write adds one to what its term has read. */
final class LedCounter {

    private static final FencingDomain DOMAIN = new FencingDomain("election", 1);

    private final FencingGuard guard = new FencingGuard(1);
    private final AtomicInteger refused = new AtomicInteger();
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private volatile State state = new State(0, 0, 0);

    /**
     * The counter after a write, to be read at once: leaders may go on meanwhile.
     *
     * @param value what was written
     * @param writes how many writes there were
     * @param lastWriter the term of the last one
     */
    record State(long value, long writes, long lastWriter) {}

    /** Answers a question of a leader. */
    void asked(Conversation.Question question) throws Exception {
        long term = Long.parseLong(question.word(1));
        FencingClaim claim = DOMAIN.claim("counter", term);
        try {
            if (question.word(0).equals("read")) {
                question.answer(Long.toString(guard.claim(claim, () -> state.value())));
                return;
            }
            guard.claim(claim, () -> {
                long written = Long.parseLong(question.word(2));
                State before = state;
                if (written != before.value() + 1) {
                    // An update of another leader came between the read and this write, and is lost.
                    lost.add("term " + term + " wrote " + written + " over " + before);
                }
                state = new State(written, before.writes() + 1, term);
                return null;
            });
            question.answer();
        } catch (StaleTokenException e) {
            refused.incrementAndGet();
            throw e;
        }
    }

    /** The updates that a write undid; the leaders may go on meanwhile. */
    List<String> lost() {
        return lost;
    }

    State state() {
        return state;
    }

    long writes() {
        return state.writes();
    }

    long lastWriter() {
        return state.lastWriter();
    }

    int refused() {
        return refused.get();
    }
}
