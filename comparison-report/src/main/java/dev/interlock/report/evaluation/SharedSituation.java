// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.tck.Rule;
import dev.interlock.tck.SafetyLevel;
import java.util.Arrays;
import java.util.List;

/**
 * A situation of locks that several may hold, and the tests that show it. Their rules publish no findings, so that a
 * guarantee holds where all of these tests passed.
 */
enum SharedSituation {
    SHARED_READERS(
            SafetyLevel.SERVER,
            Rule.SHARE_1,
            "readers and writers: clients ask at the same moment",
            "readers_hold_it_together_and_a_writer_alone",
            "of_simultaneous_tries_one_writer_or_only_readers_are_granted"),
    SHARED_PERMITS(
            SafetyLevel.SERVER,
            Rule.SHARE_1,
            "permits: clients ask at the same moment",
            "no_more_permits_are_held_than_there_are",
            "of_simultaneous_tries_as_many_are_granted_as_fit"),
    SHARED_LIMIT(
            SafetyLevel.SERVER,
            Rule.SHARE_8,
            "permits: clients disagree about their number",
            "another_limit_is_refused_while_permits_are_held"),
    SHARED_REPEATED(
            SafetyLevel.SERVER,
            Rule.SHARE_4,
            "both: a reply is lost, and the request is sent again",
            "an_attempt_that_is_sent_again_takes_its_units_once",
            "what_an_acquisition_with_a_lost_reply_took_comes_back"),
    SHARED_LATE(
            SafetyLevel.SERVER,
            Rule.SHARE_5,
            "both: a release comes late",
            "a_late_release_touches_no_later_grant",
            "an_attempt_without_a_grant_releases_and_renews_none"),
    SHARED_LEASE(
            SafetyLevel.SERVER,
            Rule.SHARE_6,
            "both: the lease of one holder ends while others hold",
            "the_units_of_a_grant_come_back_at_the_end_of_its_own_lease",
            "a_renewal_extends_its_lease_and_a_shorter_one_shortens_nothing"),
    SHARED_DISTURBED(
            SafetyLevel.SERVER,
            Rule.SHARE_11,
            "both: of several processes one is stopped past its lease, and one is killed",
            "processes_that_are_stopped_and_killed_leave_no_more_holders_than_there_may_be"),
    SHARED_BELIEF(
            SafetyLevel.BELIEF,
            Rule.SHARE_1,
            "readers and writers: threads contend and none stalls for longer than its lease",
            "readers_and_writers_that_compete_exclude_each_other"),
    SHARED_BELIEF_ENDS(
            SafetyLevel.BELIEF,
            Rule.SHARE_6,
            "both: the lease that a client was told lasts as long at the store",
            "a_grant_that_was_confirmed_again_lasts_as_long_as_it_says"),
    SHARED_EFFECT(
            SafetyLevel.EFFECT,
            Rule.SHARE_2,
            "readers and writers: guards need tokens that grow from grant to grant",
            "readers_and_writers_have_greater_tokens_than_all_before",
            "the_tokens_of_simultaneous_grants_differ_and_grow"),
    SHARED_EFFECT_DISTURBED(
            SafetyLevel.EFFECT,
            Rule.SHARE_11,
            "writers behind a guard: one process is stopped past its lease, and one is killed",
            "processes_that_are_stopped_and_killed_leave_no_more_holders_than_there_may_be"),
    /** Without a test, because no store can have it. */
    SHARED_EFFECT_PERMITS(SafetyLevel.EFFECT, Rule.SHARE_2, "permits: a guard refuses what comes too late");

    private final SafetyLevel level;
    private final Rule rule;
    private final String description;
    /** Separated by spaces. */
    private final String tests;

    SharedSituation(SafetyLevel level, Rule rule, String description, String... tests) {
        this.level = level;
        this.rule = rule;
        this.description = description;
        this.tests = String.join(" ", tests);
    }

    SafetyLevel level() {
        return level;
    }

    Rule rule() {
        return rule;
    }

    String description() {
        return description;
    }

    /** The methods of the kit, none if no store can have the guarantee. */
    List<String> tests() {
        return tests.isEmpty()
                ? List.of()
                : Arrays.stream(tests.split(" ", -1))
                        .map(test -> rule.name() + "_" + test)
                        .toList();
    }
}
