// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.progress;

import java.io.PrintWriter;
import java.util.Locale;

/** Progress for logs and pipes: one line for each step, since output cannot be overwritten there. */
public final class PlainProgress implements Progress {

    private final PrintWriter out;
    private String phase = "";
    private int steps;
    private int step;

    /**
     * Progress on a stream.
     *
     * @param out where to print; flushed after each line
     */
    public PlainProgress(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(String next, int count) {
        phase = next;
        steps = count;
        step = 0;
    }

    @Override
    public void doing(String what) {
        // Lines for unfinished work would only double the log.
    }

    @Override
    public void done(String what, String how) {
        step++;
        say(String.format(Locale.ROOT, "%s %d/%d  %s: %s", phase, step, steps, what, how));
    }

    @Override
    public void say(String line) {
        out.println(line);
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }
}
