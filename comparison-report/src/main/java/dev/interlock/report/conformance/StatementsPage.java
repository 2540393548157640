// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.conformance;

import dev.interlock.report.conformance.StatementFile.RuleLine;
import dev.interlock.report.conformance.StatementFile.Shown;
import dev.interlock.report.data.Status;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The page of all statements, in Markdown. */
final class StatementsPage {

    private static final String HEAD = """
            # Statements of conformance

            Made from [the statements](statements) by the command in [the rules of this collection](README.md#the-page); do not
            edit it. A statement is about one backend on one store in one topology. It is no promise about another.

            | badge | backend | store | not passed, and why | shown | declared, not shown | absent | run | evidence |
            |---|---|---|---|---|---|---|---|---|
            """;

    private static final String FOOT = """

            *Shown*: the capability is declared, and the rules that name it passed. *Declared, not shown*: no such rule could be
            exercised. *Absent*: not declared; the rules that could be exercised showed what its absence means.

            **Other libraries** are not listed. The kit runs on a backend of Interlock's SPI, and they have none, so it cannot be
            run on them. [Peers](../docs/peers.md) puts fifteen questions to them that any lock can be asked; an answer there is
            no statement of conformance.
            """;

    private StatementsPage() {}

    static String of(List<StatementFile> statements) {
        return statements.stream().map(StatementsPage::row).collect(Collectors.joining("", HEAD, FOOT));
    }

    private static String row(StatementFile statement) {
        String name = statement.name();
        return "| ![" + text(Badge.of(statement).value()) + "](badges/" + name + ".svg) | "
                + text(statement.backend().name() + " " + statement.backend().version()) + " | "
                + text(statement.store().name() + ", " + statement.store().topology()) + " | "
                + statement.not(Status.PASSED).stream()
                        .map(StatementsPage::reason)
                        .collect(Collectors.joining("; "))
                + " | "
                + capabilities(
                        statement, shown -> shown.declared() && !shown.shownBy().isEmpty())
                + " | "
                + capabilities(
                        statement, shown -> shown.declared() && shown.shownBy().isEmpty())
                + " | "
                + capabilities(statement, shown -> !shown.declared())
                + " | "
                + text(statement.date().substring(0, 10) + ", " + statement.jdk() + ", " + statement.os()) + " | "
                + "[statement](statements/" + name + StatementFile.ENDING + ")"
                + statement.evidence().stream().map(StatementsPage::link).collect(Collectors.joining())
                + " |\n";
    }

    private static String reason(RuleLine rule) {
        String how = rule.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return text(rule.rule() + " " + how + ": " + rule.why());
    }

    private static String capabilities(StatementFile statement, Predicate<Shown> which) {
        return statement.capabilities().stream()
                .filter(which)
                .map(shown -> text(shown.capability()))
                .collect(Collectors.joining(", "));
    }

    /** The check has made sure that the target needs no escapes. */
    private static String link(String evidence) {
        return ", [" + text(evidence) + "](" + (evidence.startsWith("https:") ? evidence : "../" + evidence) + ")";
    }

    /** Markdown takes a sign after a backslash as itself; a cell has one line. */
    private static String text(String plain) {
        return plain.replaceAll("\\s+", " ").replaceAll("([\\\\`*_\\[\\]<>|&~!])", "\\\\$1");
    }
}
