// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.operator;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockOperator;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MutantClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingOperator;
import dev.interlock.tck.forward.ForwardingShares;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Steps that list in a wrong way. */
final class BrokenLists {

    private BrokenLists() {}

    private static OperatorSteps changed(OperatorSteps steps, Function<List<HeldLock>, List<HeldLock>> change) {
        return new ForwardingOperator(steps) {
            @Override
            public List<HeldLock> list(String prefix, int atMost) {
                return change.apply(super.list(prefix, atMost));
            }
        };
    }

    /** Lists the locks whose name starts with the prefix in the sense of a comparison. */
    private static OperatorSteps matching(OperatorSteps steps, BiPredicate<String, String> startsWith) {
        return new ForwardingOperator(steps) {
            @Override
            public List<HeldLock> list(String prefix, int atMost) {
                return super.list("", LockOperator.MAX_LISTED).stream()
                        .filter(lock -> startsWith.test(lock.name().value(), prefix))
                        .limit(atMost)
                        .toList();
            }
        };
    }

    static OperatorSteps ofAPattern(OperatorSteps steps, LockBackend backend) {
        return matching(steps, (name, prefix) -> name.matches(regex(prefix, "%", "_")));
    }

    static OperatorSteps ofAGlob(OperatorSteps steps, LockBackend backend) {
        return matching(steps, (name, prefix) -> name.matches(regex(prefix, "*", "?")));
    }

    /** Literal text, but for a sign that stands for any text, and one that stands for a character. */
    private static String regex(String prefix, String any, String one) {
        return "(?s)\\Q" + prefix.replace(any, "\\E.*\\Q").replace(one, "\\E.\\Q") + "\\E.*";
    }

    static OperatorSteps folded(OperatorSteps steps, LockBackend backend) {
        return matching(
                steps, (name, prefix) -> name.toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT)));
    }

    static OperatorSteps belowTheBound(OperatorSteps steps, LockBackend backend) {
        return matching(
                steps,
                (name, prefix) -> name.startsWith(prefix) && name.codePoints().allMatch(Character::isBmpCodePoint));
    }

    static OperatorSteps unbounded(OperatorSteps steps, LockBackend backend) {
        return new ForwardingOperator(steps) {
            @Override
            public List<HeldLock> list(String prefix, int atMost) {
                return super.list(prefix, LockOperator.MAX_LISTED);
            }
        };
    }

    static OperatorSteps endingEarly(OperatorSteps steps, LockBackend backend) {
        return changed(
                steps,
                locks -> locks.stream().limit(Math.max(1, locks.size() - 1)).toList());
    }

    static OperatorSteps listingTwice(OperatorSteps steps, LockBackend backend) {
        return changed(
                steps, locks -> Stream.concat(locks.stream(), locks.stream()).toList());
    }

    static OperatorSteps withoutHints(OperatorSteps steps, LockBackend backend) {
        return changed(
                steps,
                locks -> locks.stream()
                        .map(lock -> held(lock.name(), lock.holder().fencingToken()))
                        .toList());
    }

    private static HeldLock held(LockName name, long token) {
        return new HeldLock(
                name, new Holder(token, Optional.empty(), Optional.empty()), Optional.empty(), OptionalInt.empty());
    }

    /** Says that a lock which was renewed twice is held for a shorter time. */
    static MutantFixture sinceARenewal() {
        Map<LockName, List<Long>> renewals = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                renewals.computeIfAbsent(grant.attempt().name(), first -> new CopyOnWriteArrayList<>())
                        .add(MutantClock.millis());
                return super.renew(grant, lease);
            }

            @Override
            public Optional<OperatorSteps> operator() {
                return super.operator()
                        .map(steps -> changed(
                                steps,
                                locks -> locks.stream()
                                        .map(lock -> later(lock, renewals.getOrDefault(lock.name(), List.of())))
                                        .toList()));
            }
        });
    }

    private static HeldLock later(HeldLock lock, List<Long> renewals) {
        long millis = renewals.size() < 2 ? 0 : MutantClock.millis() - renewals.get(0);
        Instant since = Instant.EPOCH.plusMillis(millis);
        return new HeldLock(lock.name(), lock.holder(), Optional.of(since), lock.waiters());
    }

    /** Says that a lock is held since it was granted for the first time. */
    static MutantFixture sinceTheFirstHold() {
        Map<LockName, Instant> first = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                first.putIfAbsent(attempt.name(), Instant.EPOCH.plusMillis(MutantClock.millis()));
                return super.acquire(attempt, step);
            }

            @Override
            public Optional<OperatorSteps> operator() {
                return super.operator()
                        .map(steps -> changed(
                                steps,
                                locks -> locks.stream()
                                        .map(lock -> new HeldLock(
                                                lock.name(),
                                                lock.holder(),
                                                Optional.ofNullable(first.get(lock.name())),
                                                lock.waiters()))
                                        .toList()));
            }
        });
    }

    static OperatorSteps emptyInAnOutage(OperatorSteps steps, LockBackend backend) {
        return new ForwardingOperator(steps) {
            @Override
            public List<HeldLock> list(String prefix, int atMost) {
                try {
                    return super.list(prefix, atMost);
                } catch (LockUnavailableException e) {
                    return List.of();
                }
            }
        };
    }

    /** Lists each lock that was ever granted. */
    static MutantFixture remembering() {
        Map<LockName, Long> granted = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                return noted(granted, super.acquire(attempt, step));
            }

            @Override
            public Optional<OperatorSteps> operator() {
                return super.operator().map(steps -> adding(steps, granted));
            }
        });
    }

    /** Takes as many as were asked for of all that were ever granted, and leaves out what is over. */
    static MutantFixture countingTheEnded() {
        Map<LockName, Long> granted = new ConcurrentSkipListMap<>();
        return MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                return noted(granted, super.acquire(attempt, step));
            }

            @Override
            public Optional<OperatorSteps> operator() {
                return super.operator().map(steps -> new ForwardingOperator(steps) {
                    @Override
                    public List<HeldLock> list(String prefix, int atMost) {
                        List<LockName> first = granted.keySet().stream()
                                .filter(name -> name.value().startsWith(prefix))
                                .limit(atMost)
                                .toList();
                        return super.list(prefix, LockOperator.MAX_LISTED).stream()
                                .filter(lock -> first.contains(lock.name()))
                                .toList();
                    }
                });
            }
        });
    }

    static MutantFixture ofShares() {
        Map<LockName, Long> granted = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
            @Override
            public Optional<ShareSteps> shares() {
                return super.shares().map(steps -> new ForwardingShares(steps) {
                    @Override
                    protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
                        return noted(granted, step.get());
                    }
                });
            }

            @Override
            public Optional<OperatorSteps> operator() {
                return super.operator().map(steps -> adding(steps, granted));
            }
        });
    }

    private static AcquireOutcome noted(Map<LockName, Long> granted, AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Granted told) {
            granted.put(told.grant().attempt().name(), told.grant().token());
        }
        return outcome;
    }

    private static OperatorSteps adding(OperatorSteps steps, Map<LockName, Long> others) {
        return new ForwardingOperator(steps) {
            @Override
            public List<HeldLock> list(String prefix, int atMost) {
                List<HeldLock> sound = super.list(prefix, atMost);
                List<LockName> names = sound.stream().map(HeldLock::name).toList();
                Stream<HeldLock> more = others.entrySet().stream()
                        .filter(each -> each.getKey().value().startsWith(prefix) && !names.contains(each.getKey()))
                        .map(each -> held(each.getKey(), each.getValue()));
                return Stream.concat(sound.stream(), more).limit(atMost).toList();
            }
        };
    }
}
