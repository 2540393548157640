// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.MistakeRow;
import dev.interlock.report.data.Conclusions.MistakeRow.MutantOutcome;
import dev.interlock.report.data.MutantRow;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The list of mistakes that locks are known for, with our mutants that make them; those without a mutant say why. */
final class KnownMistakes {

    private static final List<Mistake> ALL = List.of(
            new Mistake("m01", "no expiry", "", List.of("exp-never", "redis-no-expiry")),
            new Mistake("m02", "set, then expire; a crash in between", "", List.of("redis-setnx-then-expire")),
            new Mistake("m03", "the same value for everybody", "", List.of("rel-owner-is-host")),
            new Mistake(
                    "m04",
                    "a plain delete",
                    "",
                    List.of(
                            "rel-deletes-blindly",
                            "redis-plain-del",
                            "jdbc-release-any-owner",
                            "zookeeper-release-deletes-first")),
            new Mistake(
                    "m05", "get, compare, delete", "", List.of("redis-get-compare-del", "jdbc-select-then-release")),
            new Mistake("m06", "the owner is the thread's id", "", List.of("redis-owner-is-thread")),
            new Mistake(
                    "m07", "an owner for each thread, not for each acquisition", "", List.of("rel-owner-is-thread")),
            new Mistake("m08", "the owner is the host's name", "", List.of("rel-owner-is-host")),
            new Mistake(
                    "m09",
                    "validity from the reply on",
                    "",
                    List.of("acq-valid-from-reply", "redis-validity-from-reply", "zookeeper-validity-from-reply")),
            new Mistake("m10", "a deadline or wait by the wall clock", "The wait only.", List.of("wait-by-the-wall")),
            new Mistake(
                    "m11",
                    "unknown reported as busy, or as held",
                    "",
                    List.of(
                            "err-failure-is-contention",
                            "err-unknown-is-held",
                            "redis-timeout-is-busy",
                            "jdbc-timeout-is-busy",
                            "zookeeper-connection-loss-is-busy")),
            new Mistake(
                    "m12",
                    "an acquisition sent again blindly",
                    "",
                    List.of(
                            "acq-retried-as-another",
                            "acq-new-owner-per-request",
                            "redis-not-idempotent",
                            "jdbc-not-idempotent",
                            "zookeeper-node-not-found-again")),
            new Mistake(
                    "m13",
                    "a renewal that does not look who owns",
                    "",
                    List.of("ren-extends-anyone", "redis-renew-any-owner", "jdbc-renew-any-owner")),
            new Mistake(
                    "m14",
                    "a renewal that makes the lock again",
                    "",
                    List.of(
                            "ren-creates",
                            "redis-renew-recreates",
                            "jdbc-renew-revives",
                            "zookeeper-hold-moves-to-new-session")),
            new Mistake(
                    "m15",
                    "a renewal that ignores that the lock is gone",
                    "",
                    List.of("ren-ignores-zero", "redis-renew-ignores-zero", "jdbc-renew-miscounts")),
            new Mistake("m16", "renewals after the release", "", List.of("ren-after-release")),
            new Mistake("m17", "an exception ends the renewals", "", List.of("ren-dies-of-a-failure")),
            new Mistake(
                    "m18",
                    "the inner unlock frees; the count is lost",
                    "",
                    List.of("reent-inner-unlock-frees", "reent-each-view-counts", "reent-outer-unlock-forgotten")),
            new Mistake("m19", "re-entry after a loss", "", List.of("reent-enters-a-lost-lock")),
            new Mistake("m20", "re-entry sets the lease to the default", "", List.of("reent-renews-on-entry")),
            new Mistake(
                    "m21",
                    "a token from a second call, by each client, or new on re-entry",
                    "",
                    List.of(
                            "tok-per-client",
                            "acq-new-token-per-request",
                            "reent-token-grows-inside",
                            "jdbc-token-apart")),
            new Mistake(
                    "m22",
                    "the token is deleted with the lock",
                    "",
                    List.of("tok-deleted-with-the-lock", "redis-token-deleted-with-lock", "jdbc-row-deleted")),
            new Mistake(
                    "m23",
                    "the time in milliseconds as token",
                    "",
                    List.of("tok-milliseconds", "redis-token-seconds", "jdbc-token-seconds")),
            new Mistake(
                    "m24",
                    "the release of a lost lock says that all is well",
                    "",
                    List.of("rel-lost-is-released", "rel-expired-is-released", "jdbc-release-miscounts")),
            new Mistake(
                    "m25",
                    "an argument ignored or overflowed",
                    "",
                    List.of(
                            "exp-default-lease",
                            "exp-overflow",
                            "wait-limit-overflows",
                            "wait-in-seconds",
                            "err-bounds-clamped",
                            "ren-max-hold-ignored")),
            new Mistake(
                    "m26",
                    "names folded, cut, in buckets or joined",
                    "",
                    List.of(
                            "name-case",
                            "name-trailing-blank",
                            "name-separators",
                            "name-buckets",
                            "name-cut",
                            "redis-folds-names",
                            "jdbc-folds-names",
                            "zookeeper-name-is-path")),
            new Mistake(
                    "m27",
                    "set without a look whether the lock is free",
                    "",
                    List.of("acq-set-without-nx", "redis-setex")),
            new Mistake(
                    "m28",
                    "any answer that is not null is a success",
                    "",
                    List.of("acq-any-answer-is-success", "redis-non-null-is-success")),
            new Mistake("m29", "one future shared by all callers", "", List.of("acq-shared-handle")),
            new Mistake(
                    "m30",
                    "half a quorum, elapsed time not subtracted, partial locks left",
                    "Does not apply: no backend here asks a quorum of servers that do not know each other.",
                    List.of()),
            new Mistake(
                    "m31",
                    "an old session's node accepted; all watch the parent; string order across prefixes",
                    "String order: no mutant; all nodes of a lock have one prefix here.",
                    List.of("zookeeper-session-is-hold", "zookeeper-all-watch-the-parent")),
            new Mistake(
                    "m32",
                    "select, then update; rows miscounted; the client's clock; local time; the caller's transaction",
                    "",
                    List.of(
                            "jdbc-select-then-update",
                            "jdbc-affected-rows-misread",
                            "jdbc-client-clock",
                            "jdbc-local-now",
                            "jdbc-joins-transaction")),
            new Mistake(
                    "m33",
                    "a lock left on a pooled connection",
                    "",
                    List.of("row-lock-left-on-pooled-connection", "row-lock-shared-pool")),
            new Mistake(
                    "m34",
                    "a loss told never, twice, late or on a blocked thread",
                    "",
                    List.of(
                            "loss-never-told",
                            "loss-told-twice",
                            "loss-believed-until-told",
                            "loss-one-messenger",
                            "loss-listeners-in-renewals")),
            new Mistake(
                    "m35",
                    "a waiter left behind by a time-out or an interrupt",
                    "",
                    List.of(
                            "wait-ghost-in-the-queue",
                            "wait-interrupt-seen-late",
                            "wait-mutex-kept",
                            "zookeeper-try-leaves-node")),
            new Mistake(
                    "m36",
                    "a key without an expiry read as acquired",
                    "No mutant: the script for Redis says in a field of its own whether it granted, so that -1 is never"
                            + " more than a wait.",
                    List.of()),
            new Mistake(
                    "m37",
                    "granted although its own lease ended in the queue",
                    "",
                    List.of("wait-lease-runs-in-the-queue", "wait-short-lease-behind-its-back")),
            new Mistake(
                    "m38",
                    "a local mutex by bucket, or dropped while held",
                    "No mutant: the client keeps a queue for each name that is in use,"
                            + " and neither buckets nor a cache.",
                    List.of()));

    private KnownMistakes() {}

    /** The mistakes, with what became of their mutants. */
    static List<MistakeRow> in(List<BackendReport> ran) {
        Map<String, Boolean> fates = ran.stream()
                .flatMap(backend -> backend.mutants().stream())
                .collect(Collectors.toMap(MutantRow::id, MutantRow::killed, Boolean::logicalAnd));
        return ALL.stream()
                .map(mistake -> new MistakeRow(
                        mistake.id(),
                        mistake.words(),
                        mistake.mutants().stream()
                                .map(mutant -> new MutantOutcome(
                                        mutant, fates.containsKey(mutant), fates.getOrDefault(mutant, false)))
                                .toList(),
                        mistake.remark()))
                .toList();
    }

    static List<Mistake> all() {
        return ALL;
    }

    record Mistake(String id, String words, String remark, List<String> mutants) {}
}
