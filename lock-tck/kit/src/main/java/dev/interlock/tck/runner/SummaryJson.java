// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import static dev.interlock.tck.runner.Json.array;
import static dev.interlock.tck.runner.Json.member;
import static dev.interlock.tck.runner.Json.object;
import static dev.interlock.tck.runner.Json.text;

import dev.interlock.tck.LevelFinding;

/** A summary as JSON. */
final class SummaryJson {

    private SummaryJson() {}

    static String of(KitSummary summary) {
        return object(
                member("kit", text(KitSummary.kitVersion())),
                member("store", text(summary.store())),
                member("line", text(summary.line())),
                member("rules", array(summary.rules(), SummaryJson::rule)));
    }

    private static String rule(RuleSummary rule) {
        return object(
                member("rule", text(rule.rule().id())),
                member("status", text(rule.status().name())),
                member("tests", array(rule.tests(), SummaryJson::test)));
    }

    private static String test(RuleResult test) {
        return object(
                member("test", text(test.test())),
                member("title", text(test.title())),
                member("status", text(test.outcome().name())),
                member("message", text(test.advised())),
                member("evidence", array(test.evidence(), Json::text)),
                member("findings", array(test.findings(), SummaryJson::finding)),
                member("history", text(test.history())),
                member("millis", Long.toString(test.duration().toMillis())));
    }

    private static String finding(LevelFinding finding) {
        return object(
                member("situation", text(finding.situation().name())),
                member("holds", Boolean.toString(finding.holds())),
                member("text", text(finding.text())));
    }
}
