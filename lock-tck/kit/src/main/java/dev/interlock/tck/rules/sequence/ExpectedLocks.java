// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import static java.util.Objects.requireNonNull;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A model of some locks whose names start alike, and of the steps that concern several of them. Each step returns what is
 * wrong with an outcome, or null. Not thread-safe.
 */
final class ExpectedLocks {

    private final String prefix;
    private final Map<LockName, ExpectedLock> locks = new LinkedHashMap<>();
    private final Map<Asked, Grant> grants = new LinkedHashMap<>();

    /**
     * Creates a model of locks that were never held.
     *
     * @param tellsRest whether the store knows what is left of a lease
     */
    ExpectedLocks(String prefix, List<String> endings, boolean tellsRest) {
        this.prefix = prefix;
        for (String ending : endings) {
            LockName name = new LockName(prefix + ending);
            locks.put(name, new ExpectedLock(name, tellsRest));
        }
    }

    private ExpectedLocks(String prefix) {
        this.prefix = prefix;
    }

    /** The same locks as they are now. */
    ExpectedLocks copy() {
        ExpectedLocks copy = new ExpectedLocks(prefix);
        copy.become(this);
        return copy;
    }

    /** The locks are as they are in another model of them. */
    void become(ExpectedLocks other) {
        other.locks.forEach((name, lock) -> locks.put(name, lock.copy()));
        grants.putAll(other.grants);
    }

    /** Whether another model of them has the same owners and tokens, whenever their leases end. */
    boolean isLike(ExpectedLocks other) {
        return locks.values().stream().allMatch(lock -> lock.isLike(other.of(lock.name())));
    }

    /** The leases are these or those of a model which is like this one. */
    void mayEndAs(ExpectedLocks other) {
        locks.values().forEach(lock -> lock.mayEndAs(other.of(lock.name())));
    }

    List<ExpectedLock> all() {
        return List.copyOf(locks.values());
    }

    ExpectedLock of(Asked asked) {
        return of(asked.name());
    }

    ExpectedLock of(LockName name) {
        return requireNonNull(locks.get(name));
    }

    List<Asked> owners() {
        return locks.values().stream()
                .flatMap(lock -> lock.owner().stream())
                .map(Owner::asked)
                .toList();
    }

    /** The attempts that have ever been granted their lock. */
    List<Asked> everGranted() {
        return List.copyOf(grants.keySet());
    }

    /** The last grant of such an attempt. */
    Grant grantOf(Asked asked) {
        return requireNonNull(grants.get(asked));
    }

    boolean mayBeOver() {
        return locks.values().stream().anyMatch(ExpectedLock::mayBeOver);
    }

    @Nullable
    String tried(Asked asked, AcquireOutcome outcome, long began) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            grants.put(asked, granted.grant());
        }
        return of(asked).tried(asked, outcome, began);
    }

    @Nullable
    String tried(List<Asked> set, AcquireAllOutcome outcome, long began) {
        List<LockName> busy = set.stream()
                .filter(asked -> of(asked).isClosedTo(asked))
                .map(Asked::name)
                .toList();
        if (outcome instanceof AcquireAllOutcome.Contended contended) {
            return busy.contains(contended.busy())
                    ? of(set, contended.busy())
                            .map(asked -> of(asked).refused(asked, contended.retryAfter(), began))
                            .orElse(null)
                    : "the locks that other attempts have are " + busy;
        }
        return outcome instanceof AcquireAllOutcome.Granted granted
                ? each(set, granted.grants(), this::granted)
                : "must be granted or contended";
    }

    private @Nullable String granted(Asked asked, Grant grant) {
        grants.put(asked, grant);
        return of(asked).granted(asked, grant);
    }

    /** A set that was tried in one step since a time, and its client was not told how it ended. */
    void triedUntold(List<Asked> set, long began) {
        if (set.stream().noneMatch(asked -> of(asked).isClosedTo(asked))) {
            set.forEach(asked -> of(asked).triedUntold(asked, began));
        }
    }

    /** The attempt of a set that concerns a lock. */
    static Optional<Asked> of(List<Asked> set, LockName name) {
        return set.stream().filter(asked -> asked.name().equals(name)).findFirst();
    }

    @Nullable
    String renewed(List<Asked> set, Duration lease, List<RenewOutcome> outcomes) {
        return each(set, outcomes, (asked, outcome) -> of(asked).renewed(asked, lease, outcome));
    }

    @Nullable
    String released(List<Asked> set, List<ReleaseOutcome> outcomes) {
        return each(set, outcomes, (asked, outcome) -> of(asked).released(asked, outcome));
    }

    private static <T> @Nullable String each(
            List<Asked> set, List<T> outcomes, BiFunction<Asked, T, @Nullable String> judge) {
        if (outcomes.size() != set.size()) {
            return "must be " + set.size() + " in number";
        }
        for (int i = 0; i < set.size(); i++) {
            String wrong = judge.apply(set.get(i), outcomes.get(i));
            if (wrong != null) {
                return set.get(i) + ": " + wrong;
            }
        }
        return null;
    }

    @Nullable
    String listed(List<HeldLock> listed, int atMost, long began) {
        Set<LockName> names = listed.stream().map(HeldLock::name).collect(Collectors.toSet());
        List<LockName> held = owners().stream().map(Asked::name).toList();
        int expected = Math.min(atMost, held.size());
        if (names.size() != listed.size() || names.size() != expected) {
            return "must have " + expected + " of " + held + ", each once";
        }
        for (HeldLock lock : listed) {
            ExpectedLock expectedLock = locks.get(lock.name());
            String wrong = expectedLock == null
                    ? "does not start with '" + prefix + "'"
                    : expectedLock.shown(Optional.of(lock.holder()), began);
            if (wrong != null) {
                return "'" + lock.name() + "': " + wrong;
            }
        }
        return null;
    }
}
