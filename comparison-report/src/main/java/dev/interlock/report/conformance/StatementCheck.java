// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.conformance;

import dev.interlock.Capability;
import dev.interlock.report.conformance.StatementFile.RuleLine;
import dev.interlock.report.conformance.StatementFile.Shown;
import dev.interlock.report.conformance.StatementFile.TestLine;
import dev.interlock.report.data.Status;
import dev.interlock.tck.Obligation;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Statement;
import dev.interlock.tck.runner.StatementLabel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds what keeps a statement from being published: what contradicts itself or the contract, and what is left open. A
 * check cannot tell whether the run took place: a reader knows that by a repetition with the kit of the same hash.
 */
final class StatementCheck {

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern ADDRESS = Pattern.compile("https://[\\w./?=&%#:~+-]+");
    private static final Pattern PLACE = Pattern.compile("[\\w-]+([./][\\w-]+)*");

    private final StatementFile statement;
    private final List<String> problems = new ArrayList<>();

    private StatementCheck(StatementFile statement) {
        this.statement = statement;
    }

    /**
     * Returns the problems, each as a sentence.
     *
     * @param statement the statement
     * @param fileName the name of its file
     * @param repository the root of the repository, in which evidence may be
     * @param now the time of the check
     * @return empty if the statement may be published
     */
    static List<String> problems(StatementFile statement, String fileName, Path repository, Instant now) {
        StatementCheck check = new StatementCheck(statement);
        check.head(fileName, now);
        statement.evidence().forEach(each -> check.evidence(each, repository));
        check.rules();
        check.capabilities();
        return check.problems;
    }

    private void require(boolean kept, String problem) {
        if (!kept) {
            problems.add(problem);
        }
    }

    private void head(String fileName, Instant now) {
        require(statement.format().equals(Statement.FORMAT), "the format must be " + Statement.FORMAT);
        require(
                fileName.equals(statement.name() + StatementFile.ENDING),
                "the file must be named " + statement.name() + StatementFile.ENDING);
        try {
            require(!Instant.parse(statement.date()).isAfter(now), "the date is in the future: " + statement.date());
        } catch (DateTimeParseException e) {
            problems.add("the date must be a time in UTC but was '" + statement.date() + "'");
        }
        String hash = statement.kit().sha256();
        require(
                hash != null && HASH.matcher(hash).matches(),
                "the kit must be run from its jar, with a sha256 of 64 hexadecimal digits");
        Map.of(
                        "the version of the kit", statement.kit().version(),
                        "the version of the backend", statement.backend().version(),
                        "the name of the store", statement.store().name(),
                        "the topology of the store", statement.store().topology())
                .forEach((what, value) -> require(
                        !value.isBlank() && !value.equals(StatementLabel.NOT_STATED), what + " must be stated"));
    }

    private void evidence(String evidence, Path repository) {
        boolean here = PLACE.matcher(evidence).matches() && Files.exists(repository.resolve(evidence));
        require(
                here || ADDRESS.matcher(evidence).matches(),
                "evidence must be an https address or a path in the repository but was '" + evidence + "'");
    }

    private void rules() {
        List<String> stated = statement.rules().stream().map(RuleLine::rule).toList();
        List<String> contract = Stream.of(Rule.values()).map(Rule::id).toList();
        for (String rule : contract) {
            require(stated.contains(rule), rule + " is missing");
        }
        for (String rule : stated) {
            require(contract.contains(rule), rule + " is no rule of the contract");
        }
        if (problems.isEmpty()) {
            require(stated.equals(contract), "the rules must be in the order of the contract, each once");
        }
        statement.rules().stream()
                .filter(line -> contract.contains(line.rule()))
                .forEach(this::rule);
    }

    private void rule(RuleLine line) {
        Rule rule = Rule.valueOf(line.rule().replace('-', '_'));
        require(line.obligation().equals(rule.obligation().name()), rule.id() + " is a " + rule.obligation());
        require(!line.tests().isEmpty(), rule.id() + " must have a test");
        Status status = Status.of(line.tests().stream().map(TestLine::status).toList());
        require(
                line.tests().isEmpty() || status == line.status(),
                rule.id() + " is called " + line.status() + " but its tests make it " + status);
        require(
                rule.obligation() != Obligation.MUST || !line.status().bad(),
                rule.id() + " must hold but is " + line.status());
        for (TestLine test : line.tests()) {
            require(test.test().startsWith(rule.name() + "_"), test.test() + " is no test of " + rule.id());
            require(
                    (test.status() == Status.PASSED) == test.why().isBlank(),
                    test.test() + " must have a reason if it did not pass, and only then");
        }
    }

    private void capabilities() {
        Map<Capability, Shown> known = new EnumMap<>(Capability.class);
        for (Shown shown : statement.capabilities()) {
            Stream.of(Capability.values())
                    .filter(each -> each.name().equals(shown.capability()))
                    .findFirst()
                    .ifPresentOrElse(
                            each -> known.put(each, shown),
                            () -> problems.add(shown.capability() + " is no capability"));
        }
        for (Capability capability : Capability.values()) {
            Shown shown = known.get(capability);
            if (shown == null) {
                problems.add(capability + " is missing");
            } else {
                List<String> about = statement.rules().stream()
                        .filter(RuleLine::kept)
                        .map(RuleLine::rule)
                        .filter(rule -> Statement.rulesAbout(capability).stream()
                                .anyMatch(each -> each.id().equals(rule)))
                        .toList();
                require(shown.shownBy().equals(about), capability + " is shown by " + about);
            }
        }
    }
}
