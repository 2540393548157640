// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The dashboard for Grafana, as it is written. */
final class Dashboard {

    static final Path FILE = Path.of("..", "docs", "dashboard", "interlock.json")
            .toAbsolutePath()
            .normalize();

    private static final Pattern VALUES_OF_LABEL = Pattern.compile("label_values\\((.+), (\\w+)\\)");

    private final JsonNode root;

    private Dashboard(JsonNode root) {
        this.root = root;
    }

    static Dashboard read() throws IOException {
        return new Dashboard(new ObjectMapper().readTree(FILE.toFile()));
    }

    /** The rows and the panels below them. */
    List<JsonNode> panels() {
        return list(root.path("panels"));
    }

    /** The variables at the top of the page. */
    List<JsonNode> variables() {
        return list(root.path("templating").path("list"));
    }

    /**
     * One query of a panel or of a variable.
     *
     * @param place the title of the panel or the name of the variable
     * @param text the query as Grafana sends it when all variables are on All
     */
    record Query(String place, String text) {

        private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");

        /** The labels that it sums by. */
        List<String> groupings() {
            return GROUPING.matcher(text)
                    .results()
                    .flatMap(found -> Stream.of(found.group(1).split(", ")))
                    .toList();
        }
    }

    /** The queries of the panels. */
    List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : panels()) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new Query(
                        panel.path("title").asText(), sent(target.path("expr").asText())));
            }
        }
        return queries;
    }

    /** What the variables ask for: the series, grouped by the label whose values are offered. */
    List<Query> offers() {
        List<Query> offers = new ArrayList<>();
        for (JsonNode variable : variables()) {
            Matcher asked = VALUES_OF_LABEL.matcher(variable.path("definition").asText());
            if (asked.matches()) {
                offers.add(new Query(
                        variable.path("name").asText(),
                        "count by (" + asked.group(2) + ") (" + sent(asked.group(1)) + ")"));
            }
        }
        return offers;
    }

    private static String sent(String written) {
        return written.replace("$__rate_interval", "5m")
                .replace("$__range", "1h")
                .replace("$application", ".*")
                .replace("$lock", ".*");
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
