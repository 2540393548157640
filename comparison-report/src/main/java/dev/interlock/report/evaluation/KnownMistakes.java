// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.MistakeRow;
import dev.interlock.report.data.Conclusions.MistakeRow.MutantOutcome;
import dev.interlock.report.data.MutantRow;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The known mistakes of locks, with our mutants that make them; those without a mutant state the reason. */
final class KnownMistakes {

    private static final List<Mistake> ALL = List.of(
            mistake("m01", "no expiry", "exp-never", "redis-no-expiry"),
            mistake("m02", "set, then expire; a crash in between", "redis-setnx-then-expire"),
            mistake("m03", "the same value for everybody", "redis-same-value"),
            mistake(
                    "m04",
                    "a plain delete",
                    "rel-deletes-blindly",
                    "redis-plain-del",
                    "jdbc-release-any-owner",
                    "zookeeper-release-deletes-first"),
            mistake("m05", "get, compare, delete", "redis-get-compare-del", "jdbc-select-then-release"),
            mistake("m06", "the owner is the thread's id", "redis-owner-is-thread"),
            mistake("m07", "an owner for each thread, not for each acquisition", "rel-owner-is-thread"),
            mistake("m08", "the owner is the host's name", "rel-owner-is-host"),
            mistake(
                    "m09",
                    "validity from the reply on",
                    "acq-valid-from-reply",
                    "redis-validity-from-reply",
                    "zookeeper-validity-from-reply"),
            mistake("m10", "a deadline or wait by the wall clock", "loss-by-the-wall", "wait-by-the-wall"),
            mistake(
                    "m11",
                    "unknown reported as busy, or as held",
                    "err-failure-is-contention",
                    "err-unknown-is-held",
                    "redis-timeout-is-busy",
                    "jdbc-timeout-is-busy",
                    "zookeeper-connection-loss-is-busy"),
            mistake(
                    "m12",
                    "an acquisition sent again blindly",
                    "acq-retried-as-another",
                    "acq-new-owner-per-request",
                    "redis-not-idempotent",
                    "jdbc-not-idempotent",
                    "zookeeper-node-not-found-again"),
            mistake(
                    "m13",
                    "a renewal that does not look who owns",
                    "ren-extends-anyone",
                    "redis-renew-any-owner",
                    "jdbc-renew-any-owner"),
            mistake(
                    "m14",
                    "a renewal that makes the lock again",
                    "ren-creates",
                    "redis-renew-recreates",
                    "jdbc-renew-revives",
                    "zookeeper-hold-moves-to-new-session"),
            mistake(
                    "m15",
                    "a renewal that ignores that the lock is gone",
                    "ren-ignores-zero",
                    "redis-renew-ignores-zero",
                    "jdbc-renew-miscounts"),
            mistake("m16", "renewals after the release", "ren-after-release"),
            mistake("m17", "an exception ends the renewals", "ren-dies-of-a-failure"),
            mistake(
                    "m18",
                    "the inner unlock frees; the count is lost",
                    "reent-inner-unlock-frees",
                    "reent-each-view-counts",
                    "reent-outer-unlock-forgotten"),
            mistake("m19", "re-entry after a loss", "reent-enters-a-lost-lock"),
            mistake("m20", "re-entry sets the lease to the default", "reent-renews-on-entry"),
            mistake(
                    "m21",
                    "a token from a second call, by each client, always the same, or new on re-entry",
                    "tok-per-client",
                    "tok-deleted-with-the-lock",
                    "acq-new-token-per-request",
                    "reent-token-grows-inside",
                    "jdbc-token-apart"),
            mistake(
                    "m22",
                    "the token is deleted with the lock",
                    "tok-deleted-with-the-lock",
                    "redis-token-deleted-with-lock",
                    "jdbc-row-deleted"),
            mistake(
                    "m23",
                    "the time in milliseconds as token",
                    "tok-milliseconds",
                    "redis-token-seconds",
                    "jdbc-token-seconds"),
            mistake(
                    "m24",
                    "the release of a lost lock says that all is well",
                    "rel-lost-is-released",
                    "rel-expired-is-released",
                    "jdbc-release-miscounts"),
            mistake(
                    "m25",
                    "an argument ignored or overflowed",
                    "exp-default-lease",
                    "exp-overflow",
                    "wait-limit-overflows",
                    "wait-in-seconds",
                    "err-bounds-clamped",
                    "ren-max-hold-ignored"),
            mistake(
                    "m26",
                    "names folded, cut, in buckets or joined",
                    "name-case",
                    "name-trailing-blank",
                    "name-separators",
                    "name-buckets",
                    "name-cut",
                    "redis-folds-names",
                    "jdbc-folds-names",
                    "zookeeper-name-is-path"),
            mistake("m27", "set without a look whether the lock is free", "acq-set-without-nx", "redis-setex"),
            mistake(
                    "m28",
                    "any answer that is not null is a success",
                    "acq-any-answer-is-success",
                    "redis-non-null-is-success"),
            mistake("m29", "one future shared by all callers", "acq-shared-handle"),
            mistake("m30", "half a quorum, elapsed time not subtracted, partial locks left")
                    .withRemark(
                            "Broken Redlocks, each in a scene of its own on real servers (RedlockMutantsIT), not in the"
                                    + " catalogue: on servers that are all well most of them show nothing."),
            mistake(
                    "m31",
                    "an old session's node accepted; all watch the parent; string order across prefixes",
                    "zookeeper-session-is-hold",
                    "zookeeper-all-watch-the-parent",
                    "zookeeper-order-of-strings"),
            mistake(
                    "m32",
                    "select, then update; rows miscounted; the client's clock; local time; the caller's transaction",
                    "jdbc-select-then-update",
                    "jdbc-affected-rows-misread",
                    "jdbc-client-clock",
                    "jdbc-local-now",
                    "jdbc-joins-transaction"),
            mistake(
                    "m33",
                    "a lock left on a pooled connection",
                    "row-lock-left-on-pooled-connection",
                    "row-lock-shared-pool"),
            mistake(
                    "m34",
                    "a loss told never, twice, late or on a blocked thread",
                    "loss-never-told",
                    "loss-told-twice",
                    "loss-believed-until-told",
                    "loss-one-messenger",
                    "loss-listeners-in-renewals"),
            mistake(
                    "m35",
                    "a waiter left behind by a time-out or an interrupt",
                    "wait-ghost-in-the-queue",
                    "wait-interrupt-seen-late",
                    "wait-mutex-kept",
                    "zookeeper-try-leaves-node"),
            mistake("m36", "a key without an expiry read as acquired")
                    .withRemark(
                            "In a scene of its own on a real server (MissingExpiryIT), not in the catalogue: no rule"
                                    + " removes an expiry behind the store's back."),
            mistake(
                    "m37",
                    "granted although its own lease ended in the queue",
                    "wait-lease-runs-in-the-queue",
                    "wait-short-lease-behind-its-back"),
            mistake("m38", "a local mutex by bucket, or dropped while held", "name-buckets", "acq-mutex-evicted"));

    private KnownMistakes() {}

    /** The mistakes, with the outcomes of their mutants. */
    static List<MistakeRow> in(List<BackendReport> ran) {
        Map<String, Boolean> fates = ran.stream()
                .flatMap(backend -> backend.mutants().stream())
                .collect(Collectors.toMap(MutantRow::id, MutantRow::killed, Boolean::logicalAnd));
        return ALL.stream()
                .map(mistake -> new MistakeRow(
                        mistake.id(),
                        mistake.description(),
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

    private static Mistake mistake(String id, String description, String... mutants) {
        return new Mistake(id, description, "", List.of(mutants));
    }

    record Mistake(String id, String description, String remark, List<String> mutants) {

        /** The same mistake with a remark: why it has no mutant, or which part of it no mutant makes. */
        Mistake withRemark(String text) {
            return new Mistake(id, description, text, mutants);
        }
    }
}
