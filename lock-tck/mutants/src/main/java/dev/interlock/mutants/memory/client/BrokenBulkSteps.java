// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.memory.defect.ForwardingBulk;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Steps for many locks, of which one is broken. */
final class BrokenBulkSteps {

    private static final int LARGE = 500;

    private BrokenBulkSteps() {}

    /** Asks for one lock after another. If one is taken, keeps those before it. */
    static BulkSteps takingAPart(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                for (Attempt attempt : attempts) {
                    AcquireAllOutcome outcome = super.tryAcquireAll(List.of(attempt));
                    if (!(outcome instanceof AcquireAllOutcome.Granted)) {
                        return outcome;
                    }
                }
                return super.tryAcquireAll(attempts);
            }
        };
    }

    /** Supports each set, and gets no answer to a large request. */
    static BulkSteps unanswered(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                return attempts.size() < LARGE
                        ? super.tryAcquireAll(attempts)
                        : new AcquireAllOutcome.Unknown(new IOException("the server closed the connection"));
            }
        };
    }

    /** Has no request that takes several locks. */
    static BulkSteps oneByOne(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public boolean canAcquireAll(List<LockName> names) {
                return false;
            }
        };
    }

    /** Grants each lock with the greatest token of the request. */
    static BulkSteps withOneToken(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                AcquireAllOutcome outcome = super.tryAcquireAll(attempts);
                if (!(outcome instanceof AcquireAllOutcome.Granted granted)) {
                    return outcome;
                }
                long greatest =
                        granted.grants().stream().mapToLong(Grant::token).max().orElseThrow();
                return new AcquireAllOutcome.Granted(granted.grants().stream()
                        .map(each -> Grant.of(each.attempt(), greatest, each.sentNanos(), each.lease()))
                        .toList());
            }
        };
    }

    /** Returns the outcome of the first lock for all locks. */
    static BulkSteps withOneAnswer(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
                return Collections.nCopies(
                        grants.size(), super.renewAll(grants, lease).get(0));
            }

            @Override
            public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
                return Collections.nCopies(
                        attempts.size(), super.releaseAll(attempts).get(0));
            }
        };
    }

    /** Answers in the order of the names, whatever the order of the question. */
    static BulkSteps answeringInOrder(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
                return super.renewAll(sorted(grants, Grant::attempt), lease);
            }

            @Override
            public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
                return super.releaseAll(sorted(attempts, attempt -> attempt));
            }

            private <T> List<T> sorted(List<T> asked, Function<T, Attempt> attempt) {
                return asked.stream()
                        .sorted(Comparator.comparing(
                                one -> attempt.apply(one).name().value()))
                        .toList();
            }
        };
    }

    /** Asks for all locks as for the first. */
    static BulkSteps asTheFirst(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                Attempt first = attempts.get(0);
                AcquireAllOutcome outcome = super.tryAcquireAll(attempts.stream()
                        .map(each ->
                                Attempt.of(each.name(), each.id(), first.lease(), first.tokens(), first.holderHint()))
                        .toList());
                if (!(outcome instanceof AcquireAllOutcome.Granted granted)) {
                    return outcome;
                }
                List<Grant> asked = new ArrayList<>();
                for (int i = 0; i < attempts.size(); i++) {
                    Grant grant = granted.grants().get(i);
                    asked.add(Grant.of(attempts.get(i), grant.token(), grant.sentNanos(), grant.lease()));
                }
                return new AcquireAllOutcome.Granted(asked);
            }
        };
    }

    /** Takes a lock that it found taken for taken as long as it is asked for in a set. */
    static BulkSteps neverTakingOver(BulkSteps steps) {
        Set<LockName> taken = ConcurrentHashMap.newKeySet();
        return new ForwardingBulk(steps) {
            @Override
            public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                AcquireAllOutcome outcome = super.tryAcquireAll(attempts);
                if (outcome instanceof AcquireAllOutcome.Contended contended) {
                    taken.add(contended.busy());
                }
                Optional<Attempt> found = attempts.stream()
                        .filter(attempt -> taken.contains(attempt.name()))
                        .findFirst();
                if (outcome instanceof AcquireAllOutcome.Granted && found.isPresent()) {
                    super.releaseAll(attempts);
                    return new AcquireAllOutcome.Contended(found.get().name(), Duration.ofMillis(10));
                }
                return outcome;
            }
        };
    }

    /** Gives back what its attempts own, if it is refused. */
    static BulkSteps releasingWhenRefused(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                AcquireAllOutcome outcome = super.tryAcquireAll(attempts);
                if (outcome instanceof AcquireAllOutcome.Contended) {
                    super.releaseAll(attempts);
                }
                return outcome;
            }
        };
    }

    /** Acquires again what it finds gone, and says that it was renewed. */
    static BulkSteps renewingWhatIsGone(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
                List<RenewOutcome> outcomes = new ArrayList<>(super.renewAll(grants, lease));
                for (int i = 0; i < outcomes.size(); i++) {
                    Grant grant = grants.get(i);
                    if (outcomes.get(i) instanceof RenewOutcome.NotOwner
                            && super.tryAcquireAll(List.of(grant.attempt())) instanceof AcquireAllOutcome.Granted) {
                        outcomes.set(i, new RenewOutcome.Renewed(grant.sentNanos(), lease));
                    }
                }
                return outcomes;
            }
        };
    }

    /** Renews and frees the first 16 locks, and says so of all. */
    static BulkSteps forSixteen(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
                return saidOfAll(super.renewAll(first(grants), lease), grants.size());
            }

            @Override
            public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
                return saidOfAll(super.releaseAll(first(attempts)), attempts.size());
            }

            private <T> List<T> first(List<T> all) {
                return all.subList(0, Math.min(16, all.size()));
            }

            private <T> List<T> saidOfAll(List<T> outcomes, int count) {
                List<T> all = new ArrayList<>(outcomes);
                all.addAll(Collections.nCopies(count - outcomes.size(), outcomes.get(0)));
                return all;
            }
        };
    }

    /** Calls a set without an answer refused. */
    static BulkSteps refusingTheUnknown(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                AcquireAllOutcome outcome = super.tryAcquireAll(attempts);
                return outcome instanceof AcquireAllOutcome.Unknown unknown
                        ? new AcquireAllOutcome.Refused(
                                new LockUnavailableException("the store failed", unknown.cause()), true)
                        : outcome;
            }
        };
    }

    /** Takes locks whose renewal got no answer for lost. */
    static BulkSteps losingTheUnknown(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
                return super.renewAll(grants, lease).stream()
                        .map(outcome -> outcome instanceof RenewOutcome.Unknown
                                ? new RenewOutcome.NotOwner("no answer")
                                : outcome)
                        .toList();
            }
        };
    }

    /** Takes locks whose release got no answer for released. */
    static BulkSteps releasingTheUnknown(BulkSteps steps) {
        return new ForwardingBulk(steps) {
            @Override
            public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
                return super.releaseAll(attempts).stream()
                        .map(outcome ->
                                outcome instanceof ReleaseOutcome.Unknown ? new ReleaseOutcome.Released() : outcome)
                        .toList();
            }
        };
    }
}
