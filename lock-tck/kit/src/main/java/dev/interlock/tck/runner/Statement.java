// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import static dev.interlock.tck.runner.Json.block;
import static dev.interlock.tck.runner.Json.lines;
import static dev.interlock.tck.runner.Json.member;
import static dev.interlock.tck.runner.Json.object;
import static dev.interlock.tck.runner.Json.text;

import dev.interlock.Capability;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Subject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A statement of conformance: what a run of the whole contract showed about a backend on a store, in a form that can be
 * published and checked. {@code conformance/README.md} describes the format. Immutable.
 */
public final class Statement {

    /** The format; it changes with every change that affects a reader. */
    public static final String FORMAT = "interlock-conformance/1";

    private static final String SOAK_SEED = "interlock.soak.seed";

    private final StatementLabel label;
    private final Subject subject;
    private final KitSummary summary;

    Statement(StatementLabel label, Subject subject, KitSummary summary) {
        if (!summary.isWhole()) {
            throw new IllegalArgumentException("a statement must be about the whole contract but '" + label.name()
                    + "' ran " + summary.rules().size() + " of " + Rule.values().length + " rules");
        }
        this.label = label;
        this.subject = subject;
        this.summary = summary;
    }

    /**
     * Makes the statement of a run. Starts a backend of the fixture, to ask for its capabilities, and closes it.
     *
     * @param label what the kit cannot see
     * @param fixture the fixture that was run
     * @param results the results of all rules
     * @return the statement
     * @throws IllegalArgumentException if a rule has no result
     */
    public static Statement of(StatementLabel label, LockFixture fixture, List<RuleResult> results) {
        return new Statement(label, Subject.of(fixture), KitSummary.of(results));
    }

    /**
     * Returns the rules that show whether a backend has a capability: those whose words name it.
     *
     * @param capability the capability
     * @return the rules in the order of the contract
     */
    public static List<Rule> rulesAbout(Capability capability) {
        return Stream.of(Rule.values())
                .filter(rule -> rule.sentence().contains(capability.name()))
                .toList();
    }

    /**
     * Returns the statement as JSON. The date is that of the start of this JVM.
     *
     * @return one object on several lines, the last of which ends
     */
    public String json() {
        Instant start =
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
        String version = label.version() == null ? subject.version() : label.version();
        return block(
                        member("format", text(FORMAT)),
                        member("name", text(label.name())),
                        member(
                                "date",
                                text(start.truncatedTo(ChronoUnit.SECONDS).toString())),
                        member("kit", KitJar.OF_THIS_RUN.json()),
                        member(
                                "backend",
                                object(member("name", text(subject.backend())), member("version", or(version)))),
                        member("store", store()),
                        member("jdk", text(properties("java.vm.name", "java.runtime.version"))),
                        member("os", text(properties("os.name", "os.arch"))),
                        member("seeds", seeds()),
                        member("evidence", lines(label.evidence(), Json::text)),
                        member("capabilities", lines(List.of(Capability.values()), this::capability)),
                        member("rules", lines(summary.rules(), Statement::rule)))
                + "\n";
    }

    private String store() {
        return object(
                member("name", or(label.store())),
                member("topology", or(label.topology())),
                member("reported", text(subject.reported())));
    }

    private static String or(String value) {
        return text(value.isBlank() ? StatementLabel.NOT_STATED : value);
    }

    private static String properties(String... names) {
        return String.join(" ", Stream.of(names).map(System::getProperty).toList());
    }

    /** The rules draw from fixed seeds only. */
    private static String seeds() {
        Long soak = Long.getLong(SOAK_SEED);
        return soak == null ? "{}" : object(member("soak", soak.toString()));
    }

    private String capability(Capability capability) {
        List<Rule> about = rulesAbout(capability);
        List<String> shown = summary.rules().stream()
                .filter(rule -> rule.kept() && about.contains(rule.rule()))
                .map(rule -> text(rule.rule().id()))
                .toList();
        return object(
                member("capability", text(capability.name())),
                member("declared", Boolean.toString(subject.declared().contains(capability))),
                member("shownBy", "[" + String.join(", ", shown) + "]"));
    }

    /** Tests end in an order of their own in each run. */
    private static String rule(RuleSummary rule) {
        List<RuleResult> tests = rule.tests().stream()
                .sorted(Comparator.comparing(RuleResult::test))
                .toList();
        return object(
                member("rule", text(rule.rule().id())),
                member("obligation", text(rule.rule().obligation().name())),
                member("status", text(rule.status().name())),
                member("tests", lines(tests, Statement::test)));
    }

    /** What is empty is left out. */
    private static String test(RuleResult test) {
        List<String> members = new ArrayList<>();
        members.add(member("test", text(test.test())));
        members.add(member("status", text(test.outcome().name())));
        if (!test.message().isEmpty()) {
            members.add(member("why", text(test.message())));
        }
        if (!test.evidence().isEmpty()) {
            members.add(member("seen", text(String.join("; ", test.evidence()))));
        }
        return object(members.toArray(String[]::new));
    }

    /**
     * Writes the statement to {@code <name>.json}, and replaces the file.
     *
     * @param directory the directory, created if it does not exist
     * @return the file
     * @throws IOException if it cannot be written
     */
    public Path write(Path directory) throws IOException {
        Files.createDirectories(directory);
        return Files.writeString(directory.resolve(label.name() + ".json"), json());
    }
}
