// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.FreeResult;
import dev.interlock.HeldLock;
import dev.interlock.LockClient;
import dev.interlock.LockOperator;
import dev.interlock.LockUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the endpoints of frameworks do for an operator of a store: list the locks that any client holds there, and free one.
 * Each free is logged at WARN, with the caller. Requests to the store block. Stateless.
 */
public final class StoreLocks {

    private static final Logger LOG = LoggerFactory.getLogger(LockOperator.class);
    private static final int MOST = 100;

    private StoreLocks() {}

    /**
     * An answer of an endpoint.
     *
     * @param status the status of HTTP
     * @param body the names and values of a JSON object
     */
    public record Answer(int status, Map<String, Object> body) {

        private static Answer error(int status, String message) {
            return new Answer(status, Map.of("error", message));
        }
    }

    /**
     * Lists the locks that are held in the store.
     *
     * @param client a client of the store
     * @param prefix the start of their names; null for all
     * @param atMost how many to list, 1 to {@link LockOperator#MAX_LISTED}; null for 100
     * @return 200 with {@code held}: for each lock name and token, and what the store says of since, lease, waiters and
     *     holder. {@code more} is true if there may be others. 400 for a wrong argument, 503 if the store does not
     *     answer or refuses.
     */
    public static Answer list(LockClient client, @Nullable String prefix, @Nullable Integer atMost) {
        int most = atMost == null ? MOST : atMost;
        try {
            List<HeldLock> held = client.operator().list(prefix == null ? "" : prefix, most);
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("held", held.stream().map(StoreLocks::entry).toList());
            body.put("more", held.size() == most);
            return new Answer(200, body);
        } catch (IllegalArgumentException e) {
            return Answer.error(400, message(e));
        } catch (LockUnavailableException e) {
            return Answer.error(503, message(e));
        }
    }

    private static Map<String, Object> entry(HeldLock lock) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", lock.name().value());
        entry.put("fencingToken", Long.toString(lock.holder().fencingToken()));
        lock.since().map(Instant::toString).ifPresent(since -> entry.put("since", since));
        lock.holder().remaining().map(Duration::toMillis).ifPresent(left -> entry.put("remainingMillis", left));
        lock.waiters().ifPresent(waiters -> entry.put("waiting", waiters));
        lock.holder().hint().ifPresent(hint -> entry.put("holder", hint));
        return entry;
    }

    /**
     * Frees a lock if its holder still has the token. If that holder still works, the lock has two owners from then on.
     *
     * @param client a client of the store
     * @param name the lock
     * @param token the token of its holder
     * @param caller the user who asks, for the log; null if it is not known
     * @return 200 if it was freed, 404 if it was not held, 409 with the present token if another holder has it, 503 if
     *     the store does not answer or refuses, 400 for a wrong argument; in all cases with a text
     */
    public static Answer free(LockClient client, String name, long token, @Nullable String caller) {
        Answer answer = freed(client, name, token);
        String by = caller == null ? "an unknown user" : "user '" + printable(caller) + "'";
        LOG.warn("{} asked an endpoint to free '{}' with token {}: {}", by, printable(name), token, answer.body);
        return answer;
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static Answer freed(LockClient client, String name, long token) {
        try {
            FreeResult result = client.operator().free(name, token);
            if (result instanceof FreeResult.Freed) {
                return outcome(200, "freed");
            }
            if (result instanceof FreeResult.NotHeld) {
                return outcome(404, "not held: nothing was changed");
            }
            if (result instanceof FreeResult.OtherToken other) {
                Map<String, Object> body = new LinkedHashMap<>();
                body.put("outcome", "held with another token: nothing was changed");
                body.put("fencingToken", Long.toString(other.token()));
                return new Answer(409, body);
            }
            return outcome(503, "unknown: look at the lock, and free it again if the token is still the same");
        } catch (IllegalArgumentException e) {
            return Answer.error(400, message(e));
        } catch (LockUnavailableException e) {
            return Answer.error(503, message(e));
        }
    }

    private static Answer outcome(int status, String text) {
        return new Answer(status, Map.of("outcome", text));
    }

    private static String message(RuntimeException e) {
        return String.valueOf(e.getMessage());
    }
}
