// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingDomain;
import dev.interlock.guard.FencingGuard;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Phase;
import java.time.Duration;

/**
 * Resources behind a {@link FencingGuard}. A holder claims a resource by its first read, and older tokens are refused.
 * Thread-safe.
 */
public final class GuardedResources implements CountedResources {

    private static final FencingDomain DOMAIN = new FencingDomain("kit", 1);

    private final FencingGuard guard = new FencingGuard(100);
    private final UnguardedResources resources;
    private final HistoryWriter log;

    /**
     * Creates resources that all hold zero and that have no claim yet.
     *
     * @param log gets each write in its order, and each refusal
     */
    public GuardedResources(HistoryWriter log) {
        this.resources = new UnguardedResources(log);
        this.log = log;
    }

    @Override
    public Reply read(String process, String resource, long token) {
        return claimed(process, resource, token, () -> resources.read(process, resource, token));
    }

    @Override
    public Reply look(String resource) {
        return resources.look(resource);
    }

    @Override
    public Reply write(String process, String resource, long token, long value) {
        return claimed(process, resource, token, () -> resources.write(process, resource, token, value));
    }

    private Reply claimed(
            String process, String resource, long token, FencingGuard.Effect<Reply, RuntimeException> effect) {
        try {
            return guard.claim(DOMAIN.claim(resource, token), effect);
        } catch (StaleTokenException e) {
            log.effect(resource, process + "/" + token, token, Phase.FAIL);
            return new Reply.Refused(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public long accepted() {
        return resources.accepted();
    }

    @Override
    public long accepted(String process) {
        return resources.accepted(process);
    }

    @Override
    public boolean awaitAccepted(long goal, Duration atMost) throws InterruptedException {
        return resources.awaitAccepted(goal, atMost);
    }

    @Override
    public long total() {
        return resources.total();
    }
}
