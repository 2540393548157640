// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

/** Things that are only ever added one to, and say what came of it. Thread-safe. */
public interface CountedThings extends SharedThings {

    /**
     * How many writes were let through.
     *
     * @return the count over all things
     */
    long accepted();

    /**
     * What the things hold.
     *
     * @return the sum; less than {@link #accepted} if a write overwrote another
     */
    long total();
}
