// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHold;
import dev.interlock.Lockable;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One call of an annotated method, before its locks are acquired. Immutable. */
public final class LockedCall {

    private final LockedMethod method;
    private final LockClient client;
    private final List<String> names;
    private final Lockable<? extends LockHold> locks;
    private final AcquireOptions options;
    private final @Nullable Duration minHold;

    private LockedCall(
            LockedMethod method,
            LockClient client,
            List<String> names,
            Lockable<? extends LockHold> locks,
            AcquireOptions options,
            @Nullable Duration minHold) {
        this.method = method;
        this.client = client;
        this.names = names;
        this.locks = locks;
        this.options = options;
        this.minHold = minHold;
    }

    /**
     * Prepares a call. A method that names several locks gets a hold of a set, also if all names are equal. The client
     * knows the options of each name of a set; the longest of their shortest holds applies to the whole set.
     *
     * @param method the settings of the annotation
     * @param client the client of the locks
     * @param names the names of the locks in this call, at least one
     * @param defaults the configuration by name
     * @return the call
     * @throws IllegalArgumentException if a name is not valid
     */
    public static LockedCall of(LockedMethod method, LockClient client, List<String> names, NameDefaults defaults) {
        if (names.size() == 1) {
            String name = names.get(0);
            return new LockedCall(
                    method,
                    client,
                    names,
                    client.lock(name),
                    method.optionsFor(defaults.options(name)),
                    method.minHold() != null ? method.minHold() : defaults.minHold(name));
        }
        Duration longest = names.stream()
                .map(defaults::minHold)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        var locks = client.lockAll(names);
        return new LockedCall(
                method,
                client,
                locks.names(),
                locks,
                method.optionsFor(AcquireOptions.inherited()),
                method.minHold() != null ? method.minHold() : longest);
    }

    LockedMethod method() {
        return method;
    }

    LockClient client() {
        return client;
    }

    List<String> names() {
        return names;
    }

    Lockable<? extends LockHold> locks() {
        return locks;
    }

    AcquireOptions options() {
        return options;
    }

    @Nullable
    Duration minHold() {
        return minHold;
    }
}
