// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.LockActivity;
import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the endpoints of frameworks show of one client: the locks that it holds, keeps and waits for, as its events report
 * them, and its candidates. It asks no store. Thread-safe.
 */
public final class ShownLocks implements LockListener {

    /** The end of the name of a permit: its units, the limit, and its number among those of the client. */
    private static final Pattern PERMIT = Pattern.compile(".*/([1-9]\\d{0,8})-of-([1-9]\\d{0,8})(#\\d+)?");

    private static final String TOKEN = "fencingToken";

    private final LockActivity activity = new LockActivity();
    private final Supplier<List<Standing>> candidates;

    /**
     * Shows nothing yet.
     *
     * @param candidates asks the client for its candidates
     */
    public ShownLocks(Supplier<List<Standing>> candidates) {
        this.candidates = candidates;
    }

    @Override
    public void on(LockEvent event) {
        activity.on(event);
    }

    /**
     * What is shown now, a moment late.
     *
     * @return for {@code held}, {@code retained}, {@code waiting} and {@code candidates} the entries, each with a name.
     *     Tokens and terms are decimal text because they can exceed 2^53. A permit has its units and the limit, by its
     *     name.
     */
    public Map<String, List<Map<String, Object>>> shown() {
        Map<String, List<Map<String, Object>>> shown = new LinkedHashMap<>();
        shown.put("held", locks(activity.heldTokens(), TOKEN, Object::toString));
        shown.put("retained", locks(activity.retainedTokens(), TOKEN, Object::toString));
        shown.put("waiting", locks(activity.waitersByLock(), "count", count -> count));
        shown.put(
                "candidates",
                candidates.get().stream().map(ShownLocks::candidate).toList());
        return shown;
    }

    private static <T> List<Map<String, Object>> locks(
            Map<String, T> locks, String property, Function<T, Object> value) {
        return locks.entrySet().stream()
                .map(lock -> lock(lock.getKey(), property, value.apply(lock.getValue())))
                .toList();
    }

    private static Map<String, Object> lock(String name, String property, Object value) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", name);
        entry.put(property, value);
        Matcher permit = PERMIT.matcher(name);
        if (permit.matches()) {
            entry.put("units", Integer.valueOf(permit.group(1)));
            entry.put("limit", Integer.valueOf(permit.group(2)));
        }
        return entry;
    }

    private static Map<String, Object> candidate(Standing standing) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", standing.election());
        entry.put("state", standing.state().name());
        standing.term().ifPresent(term -> entry.put("term", Long.toString(term)));
        return entry;
    }
}
