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
import java.util.concurrent.atomic.AtomicLong;

/** A counter that only the latest term may read and write. Each accepted write adds one to what its term has read. */
final class LedCounter {

    private static final FencingDomain DOMAIN = new FencingDomain("election", 1);

    private final FencingGuard guard = new FencingGuard(1);
    private final AtomicInteger refused = new AtomicInteger();
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private volatile long value;
    private final AtomicLong writes = new AtomicLong();
    private volatile long lastWriter;

    /** Answers a question of a leader. */
    void asked(Conversation.Question question) throws Exception {
        long term = Long.parseLong(question.word(1));
        FencingClaim claim = DOMAIN.claim("counter", term);
        try {
            if (question.word(0).equals("read")) {
                question.answer(Long.toString(guard.claim(claim, () -> value)));
                return;
            }
            guard.claim(claim, () -> {
                long written = Long.parseLong(question.word(2));
                if (written != value + 1) {
                    // An update of another leader came between the read and this write, and is lost.
                    lost.add("term " + term + " wrote " + written + " over " + value + " of term " + lastWriter);
                }
                value = written;
                writes.incrementAndGet();
                lastWriter = term;
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

    long writes() {
        return writes.get();
    }

    long lastWriter() {
        return lastWriter;
    }

    int refused() {
        return refused.get();
    }
}
