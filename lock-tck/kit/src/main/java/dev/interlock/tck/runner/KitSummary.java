// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import dev.interlock.tck.LockTck;
import dev.interlock.tck.Obligation;
import dev.interlock.tck.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The summary of a run of the kit, for an author to read, keep and publish: as one line, as text, as JUnit XML, and as
 * JSON whose rules have the form of the comparison report's. {@link LockTck} logs it after its rules have run; users of
 * {@link TckRunner} create it from the results.
 *
 * @param store the description of the store
 * @param rules the results of the rules, in the order of the contract
 */
public record KitSummary(String store, List<RuleSummary> rules) {

    private static final String VERSION = version();

    /** Copies the list. */
    public KitSummary {
        rules = List.copyOf(rules);
    }

    /**
     * Summarizes a run.
     *
     * @param results the results on one store, at least one
     * @return the summary
     */
    public static KitSummary of(List<RuleResult> results) {
        List<RuleSummary> rules = Stream.of(Rule.values())
                .map(rule -> RuleSummary.of(
                        rule,
                        results.stream().filter(result -> result.rule() == rule).toList()))
                .filter(rule -> !rule.tests().isEmpty())
                .toList();
        return new KitSummary(results.get(0).store(), rules);
    }

    /**
     * Returns whether the whole contract was run, and no MUST rule was broken or ended in an error. The {@link #line}
     * names the rules for which the fixture lacks a hook.
     *
     * @return true if this may be published as a pass
     */
    public boolean passes() {
        return isWhole()
                && rules.stream().noneMatch(rule -> rule.bad() && rule.rule().obligation() == Obligation.MUST);
    }

    /**
     * Returns whether every rule of the contract has a result, whatever it is.
     *
     * @return true if no rule was left out
     */
    public boolean isWhole() {
        return rules.size() == Rule.values().length;
    }

    /**
     * Returns the run in one line.
     *
     * @return such as {@code files passes the Interlock TCK 0.1: 96 of 99 rules passed, 3 not exercised: EXP-4 (the
     *     fixture cannot restart its store), ...}
     */
    public String line() {
        StringBuilder line = new StringBuilder(store)
                .append(passes() ? " passes" : isWhole() ? " does not pass" : " ran a part of")
                .append(" the Interlock TCK ")
                .append(VERSION)
                .append(": ")
                .append(count(RuleSummary::kept))
                .append(" of ")
                .append(rules.size())
                .append(" rules passed");
        append(line, "failed", RuleSummary.Status.FAILED, rule -> rule.rule().id());
        append(
                line,
                "ended in an error",
                RuleSummary.Status.ERROR,
                rule -> rule.rule().id());
        append(line, "in part", RuleSummary.Status.PARTLY, KitSummary::withReason);
        append(line, "not exercised", RuleSummary.Status.NOT_EXERCISED, KitSummary::withReason);
        return line.toString();
    }

    private void append(StringBuilder line, String how, RuleSummary.Status status, Function<RuleSummary, String> name) {
        long count = count(rule -> rule.status() == status);
        if (count > 0) {
            line.append(", ").append(count).append(' ').append(how).append(": ");
            line.append(rules.stream()
                    .filter(rule -> rule.status() == status)
                    .map(name)
                    .collect(Collectors.joining(", ")));
        }
    }

    private long count(Predicate<RuleSummary> which) {
        return rules.stream().filter(which).count();
    }

    private static String withReason(RuleSummary rule) {
        return rule.rule().id() + " (" + rule.why() + ")";
    }

    /**
     * Returns the run as text: a line for each rule, the reason of each rule that did not pass, where to look first if it
     * failed, and the {@link #line}.
     *
     * @return several lines
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (RuleSummary rule : rules) {
            text.append(String.format("%-9s %-13s %s", rule.rule().id(), rule.status(), rule.why())
                            .stripTrailing())
                    .append(System.lineSeparator());
            if (rule.status() == RuleSummary.Status.FAILED) {
                text.append(" ".repeat(24))
                        .append("Look first at ")
                        .append(rule.rule().lookAtFirst())
                        .append(System.lineSeparator());
            }
        }
        return text.append(line()).append(System.lineSeparator()).toString();
    }

    /**
     * Returns the run as JUnit XML.
     *
     * @return one suite; a case for each test, whose class name is its rule
     */
    public String junitXml() {
        return SummaryXml.of(this);
    }

    /**
     * Returns the run as JSON: {@code kit}, {@code store}, {@code line}, and {@code rules}, in the form that
     * {@code rules} of a backend has in the {@code report.json} of the comparison report. The message of a test that
     * failed begins with the rule's id and ends with what to look at first.
     *
     * @return one object
     */
    public String json() {
        return SummaryJson.of(this);
    }

    /**
     * Writes {@code <name>.txt}, {@code <name>.xml} and {@code <name>.json}, and replaces existing files.
     *
     * @param directory the directory, created if it does not exist
     * @param name the name of the files, without the endings
     * @throws IOException if they cannot be written
     */
    public void write(Path directory, String name) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(name + ".txt"), text());
        Files.writeString(directory.resolve(name + ".xml"), junitXml());
        Files.writeString(directory.resolve(name + ".json"), json());
    }

    /** Returns the version of the kit, from its build. */
    static String kitVersion() {
        return VERSION;
    }

    private static String version() {
        Properties build = new Properties();
        try (InputStream in = KitSummary.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version", "of an unknown version");
    }
}
