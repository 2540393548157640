// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer.prometheus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The file of example alerts, as it is written. */
final class AlertRules {

    static final Path FILE = Path.of("..", "docs", "alerts", "interlock-rules.yml")
            .toAbsolutePath()
            .normalize();

    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");

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
        return Selector.in(text.replaceAll("(?m)#.*$", ""));
    }
}
