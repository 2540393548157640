// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The protocol between a {@link HostedBackend} and its host: steps as words, and the host's answers. An answer starts
 * with {@value #DONE} (granted, renewed, released), {@value #NOT_DONE} (contended, not the owner) or {@value #UNKNOWN}
 * (refused steps included).
 *
 * @param backend the backend that was opened for the client process
 * @param waiting its waiters for shared locks
 */
record HostedBackendProtocol(LockBackend backend, Map<AttemptId, Contest> waiting) {

    static final String CAPABILITIES = "capabilities";
    static final String ACQUIRE = "acquire";
    static final String RENEW = "renew";
    static final String RELEASE = "release";

    static final String TRY_SHARE = "try share";
    static final String WAIT_FOR_SHARE = "wait for share";
    static final String LEAVE_SHARE = "leave share";
    static final String RENEW_SHARE = "renew share";
    static final String RELEASE_SHARE = "release share";

    static final String DONE = "done";
    static final String NOT_DONE = "not done";
    static final String UNKNOWN = "unknown";

    /**
     * The capabilities that this connection does not carry: signals, so that waiters poll, and steps for many locks.
     */
    private static final Set<Capability> LEFT_BEHIND =
            EnumSet.of(Capability.NOTIFIES_WAITERS, Capability.FIFO_BETWEEN_CLIENTS, Capability.GRANTS_ALL_AT_ONCE);

    /** Returns the request of a step on an attempt, with further numbers after the attempt's own. */
    static String[] question(String step, Attempt attempt, long... more) {
        Stream<String> words = Stream.of(
                step,
                attempt.name().value(),
                Long.toString(attempt.id().high()),
                Long.toString(attempt.id().low()),
                millis(attempt.lease()),
                Integer.toString(attempt.tokens()));
        return Stream.concat(words, LongStream.of(more).mapToObj(Long::toString))
                .toArray(String[]::new);
    }

    /** Returns the capabilities in the answer to {@link #CAPABILITIES}. */
    static Capabilities capabilities(List<String> answer) {
        Set<Capability> declared =
                answer.stream().skip(4).map(Capability::valueOf).collect(Collectors.toUnmodifiableSet());
        return Capabilities.of(answer.get(0), Waiting.POLL, duration(answer.get(1)), duration(answer.get(2)))
                .withDeclared(declared)
                .withMaxTokens(Integer.parseInt(answer.get(3)));
    }

    static Duration duration(String millis) {
        return Duration.ofMillis(Long.parseLong(millis));
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    /** Takes a step. */
    String[] answer(List<String> question) {
        String step = question.get(0);
        return switch (step) {
            case CAPABILITIES -> answer(backend.capabilities());
            case ACQUIRE -> answer(backend.tryAcquire(attempt(question)));
            case TRY_SHARE -> answer(shares().tryAcquire(attempt(question), share(question)));
            case WAIT_FOR_SHARE -> answer(waitFor(attempt(question), share(question)));
            case LEAVE_SHARE -> {
                leave(attempt(question));
                yield new String[] {DONE};
            }
            case RENEW_SHARE ->
                answer(shares().renew(grant(question), duration(question.get(7)))
                        .outcome());
            case RELEASE_SHARE -> answer(shares().release(attempt(question)));
            case RENEW -> answer(backend.renew(grant(question), duration(question.get(7))));
            case RELEASE -> answer(backend.release(attempt(question)));
            default -> throw new IllegalArgumentException("no such step: " + step);
        };
    }

    private ShareSteps shares() {
        return backend.shares().orElseThrow();
    }

    private AcquireOutcome waitFor(Attempt attempt, Share share) {
        AcquireOutcome outcome = waiting.computeIfAbsent(attempt.id(), id -> shares().contest(attempt, share))
                .attempt();
        if (outcome instanceof AcquireOutcome.Granted) {
            leave(attempt);
        }
        return outcome;
    }

    private void leave(Attempt attempt) {
        Contest contest = waiting.remove(attempt.id());
        if (contest != null) {
            contest.close();
        }
    }

    private static Share share(List<String> question) {
        return new Share(Integer.parseInt(question.get(6)), Integer.parseInt(question.get(7)));
    }

    private static Grant grant(List<String> question) {
        Attempt attempt = attempt(question);
        return Grant.of(attempt, Long.parseLong(question.get(6)), System.nanoTime(), attempt.lease());
    }

    private static Attempt attempt(List<String> question) {
        return Attempt.of(
                new LockName(question.get(1)),
                new AttemptId(Long.parseLong(question.get(2)), Long.parseLong(question.get(3))),
                duration(question.get(4)),
                Integer.parseInt(question.get(5)),
                null);
    }

    private static String[] answer(Capabilities capabilities) {
        Stream<String> numbers = Stream.of(
                capabilities.backend(),
                millis(capabilities.minLease()),
                millis(capabilities.maxLease()),
                Integer.toString(capabilities.maxTokens()));
        Stream<String> declared = capabilities.declared().stream()
                .filter(capability -> !LEFT_BEHIND.contains(capability))
                .map(Enum::name);
        return Stream.concat(numbers, declared).toArray(String[]::new);
    }

    private static String[] answer(AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            Grant grant = granted.grant();
            return new String[] {DONE, Long.toString(grant.token()), millis(grant.lease())};
        }
        return outcome instanceof AcquireOutcome.Contended contended
                ? new String[] {NOT_DONE, millis(contended.retryAfter())}
                : new String[] {UNKNOWN};
    }

    private static String[] answer(RenewOutcome outcome) {
        return outcome instanceof RenewOutcome.Renewed renewed
                ? new String[] {DONE, millis(renewed.lease())}
                : new String[] {outcome instanceof RenewOutcome.NotOwner ? NOT_DONE : UNKNOWN};
    }

    private static String[] answer(ReleaseOutcome outcome) {
        boolean released = outcome instanceof ReleaseOutcome.Released;
        return new String[] {released ? DONE : outcome instanceof ReleaseOutcome.NotOwner ? NOT_DONE : UNKNOWN};
    }
}
