// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.testbed.wire.Message;
import java.util.Locale;
import java.util.function.Predicate;

/** Which requests on the wire are which step of a lock: a backend that sends other statements says so here. */
@FunctionalInterface
public interface JdbcSteps {

    /**
     * The steps of mode lease: each statement carries its name in a comment. Renewals that are due together travel in
     * one statement.
     */
    JdbcSteps LEASE = step -> {
        if (step == RequestKind.ANY) {
            return Message.any();
        }
        if (step == RequestKind.SHARE) {
            return changesOfShares();
        }
        String name = "interlock lease-" + step.name().toLowerCase(Locale.ROOT);
        return step == RequestKind.RENEW ? running(name + " ").or(running(name + "-all ")) : running(name + " ");
    };

    /**
     * Matches the requests of one step.
     *
     * @param step the step
     * @return never matches a request of another step
     */
    Predicate<Message> of(RequestKind step);

    /** Matches the statements that change a lock that several may hold, whatever the mode of the others. */
    static Predicate<Message> changesOfShares() {
        return running("interlock share-replace ");
    }

    /**
     * Matches the requests that run a statement, whether they carry its text or one that was prepared.
     *
     * @param text a part of the statement
     */
    static Predicate<Message> running(String text) {
        Predicate<Message> running = Message.named("COM_QUERY", "COM_STMT_EXECUTE", "Query", "Execute");
        return message ->
                running.test(message) && message.arguments().stream().anyMatch(argument -> argument.contains(text));
    }
}
