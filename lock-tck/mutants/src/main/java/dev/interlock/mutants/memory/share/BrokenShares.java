// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.share;

import static java.util.Objects.requireNonNull;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.mutants.memory.defect.MutantClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.forward.ForwardingShares;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Steps of shared locks that are broken in one way each. Each of them is created for one client. */
final class BrokenShares {

    private BrokenShares() {}

    /** Asks the store for another share than the client wants. */
    static ShareSteps asking(ShareSteps to, BiFunction<LockName, Share, Share> other) {
        return new ForwardingShares(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
                return super.tryAcquire(attempt, other.apply(attempt.name(), share));
            }

            @Override
            public Contest contest(Attempt attempt, Share share) {
                return super.contest(attempt, other.apply(attempt.name(), share));
            }
        };
    }

    /** Takes the time of the reply for that of the request. */
    static ShareSteps countingFromTheReply(ShareSteps to) {
        return new ForwardingShares(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
                AcquireOutcome outcome = super.tryAcquire(attempt, share);
                return outcome instanceof AcquireOutcome.Granted granted
                        ? new AcquireOutcome.Granted(Grant.of(
                                attempt,
                                granted.grant().token(),
                                StandaloneContext.now(),
                                granted.grant().lease()))
                        : outcome;
            }
        };
    }

    /** Keeps the last hundred grants. */
    static ShareSteps forgettingAmongMany(ShareSteps to) {
        Queue<Attempt> kept = new ConcurrentLinkedQueue<>();
        return new ForwardingShares(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
                AcquireOutcome outcome = super.tryAcquire(attempt, share);
                if (outcome instanceof AcquireOutcome.Granted) {
                    kept.add(attempt);
                }
                if (kept.size() > 100) {
                    super.release(kept.remove());
                }
                return outcome;
            }
        };
    }

    /** Makes a new attempt of each repeated one. */
    static ShareSteps forgettingAttempts(ShareSteps to) {
        Set<AttemptId> sent = ConcurrentHashMap.newKeySet();
        return new ForwardingShares(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
                return sent.add(attempt.id())
                        ? super.tryAcquire(attempt, share)
                        : super.tryAcquire(withOther(attempt, AttemptId.random(), attempt.lease()), share);
            }
        };
    }

    /** Confirms a repeated attempt without asking the store. */
    static ShareSteps confirmingFromMemory(ShareSteps to) {
        Map<AttemptId, Grant> granted = new ConcurrentHashMap<>();
        return new ForwardingShares(to) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
                Grant known = granted.get(attempt.id());
                if (known != null) {
                    return new AcquireOutcome.Granted(
                            Grant.of(attempt, known.token(), MutantClock.nanoTime(), attempt.lease()));
                }
                AcquireOutcome outcome = super.acquire(attempt, share, step);
                if (outcome instanceof AcquireOutcome.Granted told) {
                    granted.put(attempt.id(), told.grant());
                }
                return outcome;
            }
        };
    }

    /** Says that a grant lasts longer than the store keeps it. */
    static ShareSteps shortAtTheStore(ShareSteps to) {
        return new ForwardingShares(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
                Attempt shorter =
                        withOther(attempt, attempt.id(), attempt.lease().dividedBy(3));
                return super.tryAcquire(shorter, share) instanceof AcquireOutcome.Granted told
                        ? new AcquireOutcome.Granted(Grant.of(
                                attempt, told.grant().token(), told.grant().sentNanos(), attempt.lease()))
                        : new AcquireOutcome.Contended(Duration.ofMillis(10));
            }

            @Override
            public Contest contest(Attempt attempt, Share share) {
                Attempt shorter =
                        withOther(attempt, attempt.id(), attempt.lease().dividedBy(3));
                return new ForwardingContest(super.contest(shorter, share)) {
                    @Override
                    public AcquireOutcome attempt() {
                        AcquireOutcome outcome = super.attempt();
                        return outcome instanceof AcquireOutcome.Granted told
                                ? new AcquireOutcome.Granted(Grant.of(
                                        attempt,
                                        told.grant().token(),
                                        told.grant().sentNanos(),
                                        attempt.lease()))
                                : outcome;
                    }
                };
            }
        };
    }

    /** Gives nothing back if it does not know whether it was granted. */
    static ShareSteps forgettingTheUnknown(ShareSteps to) {
        Set<AttemptId> unknown = ConcurrentHashMap.newKeySet();
        return new ForwardingShares(to) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = super.acquire(attempt, share, step);
                if (outcome instanceof AcquireOutcome.Unknown) {
                    unknown.add(attempt.id());
                }
                return outcome;
            }

            @Override
            public ReleaseOutcome release(Attempt attempt) {
                return unknown.contains(attempt.id()) ? new ReleaseOutcome.NotOwner() : super.release(attempt);
            }
        };
    }

    /** Releases any grant of the lock if the attempt has none, as a count that is lowered. */
    static ShareSteps counting(ShareSteps to, Map<LockName, List<Attempt>> holders) {
        return new ForwardingShares(to) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = super.acquire(attempt, share, step);
                if (outcome instanceof AcquireOutcome.Granted) {
                    holders.computeIfAbsent(attempt.name(), name -> Collections.synchronizedList(new ArrayList<>()))
                            .add(attempt);
                }
                return outcome;
            }

            @Override
            public ReleaseOutcome release(Attempt attempt) {
                ReleaseOutcome outcome = super.release(attempt);
                List<Attempt> known = holders.getOrDefault(attempt.name(), new ArrayList<>());
                known.remove(attempt);
                return outcome instanceof ReleaseOutcome.NotOwner && !known.isEmpty()
                        ? super.release(requireNonNull(known.remove(0)))
                        : outcome;
            }
        };
    }

    /** Confirms the renewal of what is not there. */
    static ShareSteps renewingAnything(ShareSteps to) {
        return new ForwardingShares(to) {
            @Override
            public Renewal renew(Grant grant, Duration lease) {
                Renewal renewal = super.renew(grant, lease);
                return renewal.outcome() instanceof RenewOutcome.NotOwner
                        ? new Renewal(new RenewOutcome.Renewed(MutantClock.nanoTime(), lease), false)
                        : renewal;
            }
        };
    }

    /** Looks whether the grant is there before it renews. */
    static ShareSteps lookingFirst(ShareSteps to) {
        return new ForwardingShares(to) {
            @Override
            public Renewal renew(Grant grant, Duration lease) {
                boolean there = super.inspect(grant.attempt().name()).stream()
                        .anyMatch(holder -> holder.fencingToken() == grant.token());
                return there
                        ? super.renew(grant, lease)
                        : new Renewal(new RenewOutcome.NotOwner("a look showed no grant"), false);
            }
        };
    }

    /** Takes the units again if a renewal finds them gone, and says that they were renewed. */
    static ShareSteps restoring(ShareSteps to, Map<AttemptId, Share> shares) {
        return new ForwardingShares(to) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
                shares.put(attempt.id(), share);
                return super.acquire(attempt, share, step);
            }

            @Override
            public Renewal renew(Grant grant, Duration lease) {
                Renewal renewal = super.renew(grant, lease);
                Attempt attempt = grant.attempt();
                Share share = shares.get(attempt.id());
                return renewal.outcome() instanceof RenewOutcome.NotOwner
                                && share != null
                                && super.tryAcquire(attempt, share) instanceof AcquireOutcome.Granted
                        ? new Renewal(new RenewOutcome.Renewed(grant.sentNanos(), lease), false)
                        : renewal;
            }
        };
    }

    /** Replaces the lease by that of the renewal, also by a shorter one. */
    static ShareSteps shortening(ShareSteps to) {
        Map<AttemptId, Share> shares = new ConcurrentHashMap<>();
        return new ForwardingShares(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
                shares.put(attempt.id(), share);
                return super.tryAcquire(attempt, share);
            }

            @Override
            public Renewal renew(Grant grant, Duration lease) {
                Attempt attempt = grant.attempt();
                long sent = MutantClock.nanoTime();
                boolean had = super.release(attempt) instanceof ReleaseOutcome.Released;
                AcquireOutcome again = had
                        ? super.tryAcquire(
                                withOther(attempt, attempt.id(), lease), requireNonNull(shares.get(attempt.id())))
                        : new AcquireOutcome.Contended(lease);
                return new Renewal(
                        again instanceof AcquireOutcome.Granted
                                ? new RenewOutcome.Renewed(sent, lease)
                                : new RenewOutcome.NotOwner("gone"),
                        false);
            }
        };
    }

    /** Leaves the place of a waiter that leaves. */
    static ShareSteps keepingPlaces(ShareSteps to) {
        return new ForwardingShares(to) {
            @Override
            public Contest contest(Attempt attempt, Share share) {
                return new ForwardingContest(super.contest(attempt, share)) {
                    @Override
                    public void close() {
                        // The place stays until it ends by itself.
                    }
                };
            }

            @Override
            public ReleaseOutcome release(Attempt attempt) {
                return inspect(attempt.name()).isEmpty() ? new ReleaseOutcome.NotOwner() : super.release(attempt);
            }
        };
    }

    /** Shows other holders than there are. */
    static ShareSteps showing(ShareSteps to, UnaryOperator<List<Holder>> shown) {
        return new ForwardingShares(to) {
            @Override
            public List<Holder> inspect(LockName name) {
                return shown.apply(super.inspect(name));
            }
        };
    }

    static List<Holder> reversed(List<Holder> holders) {
        List<Holder> reversed = new ArrayList<>(holders);
        Collections.reverse(reversed);
        return reversed;
    }

    static List<Holder> withoutHints(List<Holder> holders) {
        return holders.stream()
                .map(holder -> new Holder(holder.fencingToken(), holder.remaining(), Optional.empty()))
                .toList();
    }

    static List<Holder> withFirstWords(List<Holder> holders) {
        return holders.stream()
                .map(holder -> new Holder(
                        holder.fencingToken(), holder.remaining(), holder.hint().map(hint -> hint.split(" ", -1)[0])))
                .toList();
    }

    private static Attempt withOther(Attempt attempt, AttemptId id, Duration lease) {
        return Attempt.of(attempt.name(), id, lease, attempt.tokens(), attempt.holderHint());
    }
}
