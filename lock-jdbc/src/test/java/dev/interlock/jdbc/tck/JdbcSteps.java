// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.tck.FaultLink.Step;
import dev.interlock.tck.wire.Message;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Predicate;

/** Which requests on the wire are which step of a lock: a backend that sends other statements says so here. */
@FunctionalInterface
public interface JdbcSteps {

    /** The steps of mode lease: each statement carries its name in a comment. */
    JdbcSteps LEASE = step -> carrying("interlock lease-" + step.name().toLowerCase(Locale.ROOT) + " ");

    /**
     * Matches the requests of one step.
     *
     * @param step the step
     * @return never matches a request of another step
     */
    Predicate<Message> of(Step step);

    /**
     * Matches the requests that carry a text, wherever their protocol puts it.
     *
     * @param text plain ASCII
     */
    static Predicate<Message> carrying(String text) {
        return message -> new String(message.bytes(), StandardCharsets.ISO_8859_1).contains(text);
    }
}
