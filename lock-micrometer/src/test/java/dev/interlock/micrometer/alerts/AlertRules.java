// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer.alerts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The file of example alerts, as it is written. */
final class AlertRules {

    static final Path FILE = Path.of("..", "docs", "alerts", "interlock-rules.yml")
            .toAbsolutePath()
            .normalize();

    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern SELECTOR = Pattern.compile("\\b(lock_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    /**
     * What an expression asks for.
     *
     * @param metric such as {@code lock_lost_total}
     * @param labels those that must be equal, as they stand in the name of a series
     */
    record Selector(String metric, List<String> labels) {

        boolean selects(String series) {
            return (series.equals(metric) || series.startsWith(metric + "{"))
                    && labels.stream().allMatch(series::contains);
        }
    }

    private final String text;

    private AlertRules(String text) {
        this.text = text;
    }

    static AlertRules read() throws IOException {
        return new AlertRules(Files.readString(FILE));
    }

    /** The names of the alerts. */
    List<String> alerts() {
        return ALERT.matcher(text).results().map(found -> found.group(1)).toList();
    }

    /** All that the expressions ask for. */
    List<Selector> selectors() {
        List<Selector> selectors = new ArrayList<>();
        Matcher found = SELECTOR.matcher(text.replaceAll("(?m)#.*$", ""));
        while (found.find()) {
            String labels = found.group(2) == null ? "" : found.group(2);
            selectors.add(new Selector(
                    found.group(1),
                    LABEL.matcher(labels)
                            .results()
                            .map(label -> label.group(1) + "=\"" + label.group(2) + "\"")
                            .toList()));
        }
        return selectors;
    }
}
