// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.redlock.RedlockVotes.Vote.Granted;
import dev.interlock.redis.redlock.RedlockVotes.Vote.Held;
import dev.interlock.redis.redlock.RedlockVotes.Vote.Refused;
import dev.interlock.redis.redlock.RedlockVotes.Vote.Silent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the servers to one try, each at its place; null for a server without an answer so far. The number of
 * servers is odd. Immutable.
 */
record RedlockVotes(List<@Nullable Vote> all, int quorum) {

    /** What one server answered to an attempt. */
    sealed interface Vote {

        /**
         * The server's key is the attempt's.
         *
         * @param token the token there
         * @param again whether the attempt had it before this request
         */
        record Granted(long token, boolean again) implements Vote {}

        /**
         * The server's key is another attempt's.
         *
         * @param holder the beginning of that attempt's id, enough to distinguish holders
         * @param remainingMillis the rest of that attempt's lease there, negative if it has no end
         */
        record Held(String holder, long remainingMillis) implements Vote {}

        /** The server certainly did not execute the request. */
        record Refused(LockUnavailableException cause, boolean retryable) implements Vote {}

        /** The server did not answer: it may have executed the request, or may still do so. */
        record Silent(Exception cause) implements Vote {}
    }

    /**
     * Whether no further answer can change how the try ends. Without a majority each answer counts: it may leave a
     * grant.
     */
    boolean isDecided() {
        return isGranted() || isHeldByOther();
    }

    /** How many servers granted the lock. */
    int granted() {
        return (int) of(Granted.class).count();
    }

    boolean isGranted() {
        return granted() >= quorum;
    }

    /** The token that a majority gave. No earlier hold had a greater one, and the next one will, on any majority. */
    OptionalLong agreedToken() {
        return votesByToken().entrySet().stream()
                .filter(each -> each.getValue() >= quorum)
                .mapToLong(Map.Entry::getKey)
                .findFirst();
    }

    /**
     * Whether answers that are missing may show the token of an earlier try that was granted. A server that did not
     * take part in that try gives another token, but a majority has the same.
     */
    boolean mayHaveBeenAgreed() {
        long missing = all.stream().filter(Objects::isNull).count();
        return of(Granted.class).anyMatch(Granted::again)
                && agreedToken().isEmpty()
                && votesByToken().values().stream().anyMatch(count -> count + missing >= quorum);
    }

    private Map<Long, Long> votesByToken() {
        return of(Granted.class).collect(Collectors.groupingBy(Granted::token, Collectors.counting()));
    }

    long highestToken() {
        return of(Granted.class).mapToLong(Granted::token).max().orElseThrow();
    }

    /** Whether one other attempt has a majority. */
    boolean isHeldByOther() {
        return of(Held.class).collect(Collectors.groupingBy(Held::holder, Collectors.counting())).values().stream()
                .anyMatch(count -> count >= quorum);
    }

    /** Whether too many servers gave no vote for any attempt to get a majority of the others. */
    boolean isOutOfReach() {
        return of(Refused.class).count() + of(Silent.class).count() > all.size() - quorum;
    }

    /** Whether a server may have granted it without an answer. */
    boolean isUnsure() {
        return of(Silent.class).findAny().isPresent();
    }

    /**
     * Whether this try goes on, of those that divide the servers among themselves. All tries see the same first server
     * that gave a vote, and one of them has it.
     */
    boolean goesOn() {
        return all.stream()
                .filter(each -> each instanceof Granted || each instanceof Held)
                .findFirst()
                .filter(Granted.class::isInstance)
                .isPresent();
    }

    /** The shortest remaining lease of another attempt; empty if none of them ends. */
    OptionalLong remainingMillis() {
        return of(Held.class)
                .mapToLong(Held::remainingMillis)
                .filter(millis -> millis >= 0)
                .min();
    }

    /** Whether the servers that refused may grant it later without a change by an operator. */
    boolean mayHeal() {
        return of(Refused.class).filter(each -> !each.retryable()).count() <= all.size() - quorum;
    }

    /** Why there is no majority, by the first server that gave no vote. */
    LockUnavailableException outOfReach(LockName name, String store) {
        List<Exception> causes =
                all.stream().map(RedlockVotes::cause).filter(Objects::nonNull).toList();
        Exception first = causes.get(0);
        int votes = all.size() - causes.size();
        return new LockUnavailableException(
                "'" + name + "' not acquired: only " + votes + " of " + store + " gave a vote, and " + quorum
                        + " are needed; another said: " + first.getMessage(),
                first);
    }

    /** A majority granted it, and the token did not reach one. */
    LockUnavailableException unsettled(LockName name, String store) {
        return new LockUnavailableException(
                "'" + name + "' not acquired: a majority of " + store
                        + " granted it, but did not confirm its fencing token in time",
                null);
    }

    /** The failure of the first server without an answer. */
    Exception unsure() {
        return of(Silent.class).map(Silent::cause).findFirst().orElseThrow();
    }

    private static @Nullable Exception cause(@Nullable Vote vote) {
        if (vote instanceof Refused refused) {
            return refused.cause();
        }
        return vote instanceof Silent silent ? silent.cause() : null;
    }

    private <V> Stream<V> of(Class<V> kind) {
        Function<@Nullable Vote, Stream<V>> those =
                vote -> kind.isInstance(vote) ? Stream.of(kind.cast(vote)) : Stream.empty();
        return all.stream().flatMap(those);
    }
}
