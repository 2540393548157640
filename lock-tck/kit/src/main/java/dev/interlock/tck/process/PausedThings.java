// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Things that answer the reads of one process only when told to, so that it can be stopped between its read and its write. Thread-safe. */
public final class PausedThings implements SharedThings {

    private final Map<String, SharedThings> things;
    private final String paused;
    private final CountDownLatch reads;
    private final CountDownLatch open = new CountDownLatch(1);

    /**
     * Things of which the process reads all before any of them answers.
     *
     * @param things by name
     * @param paused the process
     */
    public PausedThings(Map<String, SharedThings> things, String paused) {
        this.things = things;
        this.paused = paused;
        this.reads = new CountDownLatch(things.size());
    }

    /**
     * Whether the process waits for the answers to all of its reads.
     *
     * @return true once it has read all
     */
    public boolean reached() {
        return reads.getCount() == 0;
    }

    /** Lets all reads be answered from now on. */
    public void answer() {
        open.countDown();
    }

    @Override
    public Reply read(String process, String thing, long token) {
        Reply reply = of(thing).read(process, thing, token);
        if (process.equals(paused)) {
            reads.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return reply;
    }

    @Override
    public Reply write(String process, String thing, long token, long value) {
        return of(thing).write(process, thing, token, value);
    }

    private SharedThings of(String thing) {
        SharedThings found = things.get(thing);
        if (found == null) {
            throw new IllegalArgumentException("no thing '" + thing + "'");
        }
        return found;
    }
}
