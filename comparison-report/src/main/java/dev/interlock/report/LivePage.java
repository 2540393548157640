// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.data.Report;
import dev.interlock.report.page.HtmlFile;
import dev.interlock.report.page.Page;
import dev.interlock.report.peer.Others;
import dev.interlock.report.timeline.HistoryFiles;
import dev.interlock.report.timeline.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the page during the run, with the results so far. A failure to write it does not end the run. Used by one
 * thread.
 */
final class LivePage implements Consumer<Report> {

    private static final Logger LOG = LoggerFactory.getLogger(LivePage.class);

    private final Path file;
    private final Path histories;
    private final Others others;
    private final Map<String, Timeline> drawn = new HashMap<>();

    LivePage(Path file, Path histories, Others others) {
        this.file = file;
        this.histories = histories;
        this.others = others;
    }

    @Override
    public void accept(Report report) {
        try {
            Set<String> undrawn = new HashSet<>(Page.historyFiles(report));
            undrawn.removeAll(drawn.keySet());
            drawn.putAll(HistoryFiles.timelines(histories, undrawn));
            HtmlFile.write(new Page(report, drawn, null, others), file);
        } catch (IOException | RuntimeException e) {
            LOG.warn("the page could not be written while the run goes on", e);
        }
    }
}
