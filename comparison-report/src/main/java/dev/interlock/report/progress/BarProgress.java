// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.progress;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Progress for terminals: a bar for each phase. Failures stay on the screen above the bars. */
public final class BarProgress implements Progress {

    private static final int PHASE_WIDTH = 22;
    private static final int UPDATE_MILLIS = 100;

    private final PrintWriter out;
    private @Nullable ProgressBar bar;

    /**
     * Progress on a terminal.
     *
     * @param out the stream for permanent lines; the bars go to the terminal's error stream
     */
    public BarProgress(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(String phase, int steps) {
        close();
        bar = new ProgressBarBuilder()
                .setTaskName(phase + " ".repeat(Math.max(0, PHASE_WIDTH - phase.length())))
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .hideEta()
                .build();
    }

    @Override
    public void doing(String what) {
        if (bar != null) {
            bar.setExtraMessage(" " + what);
        }
    }

    @Override
    public void done(String what, String how) {
        if (bar != null) {
            bar.step();
            bar.setExtraMessage(" " + what + ": " + how);
        }
    }

    @Override
    public void say(String line) {
        ProgressBar running = bar;
        if (running != null) {
            running.pause();
            out.println("\r" + line + "\u001b[K");
            out.flush();
            running.resume();
        } else {
            out.println(line);
            out.flush();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.setExtraMessage("");
            bar.close();
            bar = null;
        }
        out.flush();
    }
}
