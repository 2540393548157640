// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer.prometheus;

import dev.interlock.LockEvent;
import dev.interlock.micrometer.LockMeters;
import dev.interlock.micrometer.LockTags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a Prometheus has that asks an application once a minute while these events happen to its locks. */
final class Recording {

    private static final String NO_SAMPLE = "_";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final LockMeters meters =
            new LockMeters(registry, LockTags.of("redis").withNames("nightly-report"));
    private final Map<String, List<String>> series = new LinkedHashMap<>();
    private int samples;

    /** Begins with one sample of an application that has just started. */
    Recording() {
        sample();
    }

    /** Some minutes, each with these events. */
    Recording minutes(int count, LockEvent... each) {
        for (int minute = 0; minute < count; minute++) {
            List.of(each).forEach(meters::on);
            sample();
        }
        return this;
    }

    private void sample() {
        registry.scrape().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int value = line.lastIndexOf(' ');
            series.computeIfAbsent(line.substring(0, value), name -> new ArrayList<>(missed()))
                    .add(line.substring(value + 1));
        });
        samples++;
    }

    private List<String> missed() {
        return Collections.nCopies(samples, NO_SAMPLE);
    }

    /** The same as it would be if a series began with its first event, as those of many a program do. */
    Recording withoutZeros() {
        series.values().forEach(values -> values.replaceAll(value -> value.equals("0.0") ? NO_SAMPLE : value));
        return this;
    }

    /** How many minutes after the first sample the last one is. */
    int length() {
        return samples - 1;
    }

    /** What the series are called, with their labels. */
    Set<String> names() {
        return series.keySet();
    }

    /** For a test of promtool. */
    String inputSeries(Predicate<String> wanted) {
        return series.entrySet().stream()
                .filter(each -> wanted.test(each.getKey()))
                .map(each -> "      - series: '" + each.getKey() + "'\n        values: '"
                        + String.join(" ", each.getValue()) + "'\n")
                .collect(Collectors.joining());
    }
}
