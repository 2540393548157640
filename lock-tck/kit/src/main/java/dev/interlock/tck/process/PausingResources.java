// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Resources that hold back their answers to one process's reads until the test calls {@link #answer}, so that the
 * process can be stopped between its read and its write. Thread-safe.
 */
public final class PausingResources implements SharedResources {

    private final Map<String, SharedResources> resources;
    private final String paused;
    private final CountDownLatch reads;
    private final CountDownLatch open = new CountDownLatch(1);

    /**
     * Creates resources. The process reads all of them before any of them answers.
     *
     * @param resources by name
     * @param paused the process
     */
    public PausingResources(Map<String, SharedResources> resources, String paused) {
        this.resources = resources;
        this.paused = paused;
        this.reads = new CountDownLatch(resources.size());
    }

    /**
     * Returns whether the process waits for the answers to all its reads.
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
    public Reply read(String process, String resource, long token) {
        Reply reply = of(resource).read(process, resource, token);
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
    public Reply look(String resource) {
        return of(resource).look(resource);
    }

    @Override
    public Reply write(String process, String resource, long token, long value) {
        return of(resource).write(process, resource, token, value);
    }

    private SharedResources of(String resource) {
        SharedResources found = resources.get(resource);
        if (found == null) {
            throw new IllegalArgumentException("no resource '" + resource + "'");
        }
        return found;
    }
}
