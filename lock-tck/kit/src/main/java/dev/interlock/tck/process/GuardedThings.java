// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingDomain;
import dev.interlock.guard.FencingGuard;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Phase;
import java.time.Duration;

/** The same things behind a {@link FencingGuard}: a token claims one by its first read, and older ones are refused. Thread-safe. */
public final class GuardedThings implements CountedThings {

    private static final FencingDomain DOMAIN = new FencingDomain("kit", 1);

    private final FencingGuard guard = new FencingGuard(100);
    private final UnguardedThings things;
    private final HistoryWriter log;

    /**
     * Makes things that all hold zero and were claimed by nobody.
     *
     * @param log gets each write in its order, and each refusal
     */
    public GuardedThings(HistoryWriter log) {
        this.things = new UnguardedThings(log);
        this.log = log;
    }

    @Override
    public Reply read(String process, String thing, long token) {
        return claimed(process, thing, token, () -> things.read(process, thing, token));
    }

    @Override
    public Reply write(String process, String thing, long token, long value) {
        return claimed(process, thing, token, () -> things.write(process, thing, token, value));
    }

    private Reply claimed(
            String process, String thing, long token, FencingGuard.Effect<Reply, RuntimeException> effect) {
        try {
            return guard.claim(DOMAIN.claim(thing, token), effect);
        } catch (StaleTokenException e) {
            log.effect(thing, process + "/" + token, token, Phase.FAIL);
            return new Reply.Refused(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public long accepted() {
        return things.accepted();
    }

    @Override
    public long accepted(String process) {
        return things.accepted(process);
    }

    @Override
    public boolean awaitAccepted(long goal, Duration atMost) throws InterruptedException {
        return things.awaitAccepted(goal, atMost);
    }

    @Override
    public long total() {
        return things.total();
    }
}
