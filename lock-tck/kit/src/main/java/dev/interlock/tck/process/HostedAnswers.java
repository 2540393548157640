// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.testbed.jvm.Conversation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * Sends steps to a host and reads its answers. Thread-safe.
 *
 * @param host the connection
 */
record HostedAnswers(Conversation host) {

    List<String> ask(String... question) {
        return host.ask(question).join();
    }

    AcquireOutcome acquire(Attempt attempt, long sentNanos, String... question) {
        try {
            List<String> answer = ask(question);
            return switch (answer.get(0)) {
                case HostedBackendProtocol.DONE ->
                    new AcquireOutcome.Granted(Grant.of(
                            attempt,
                            Long.parseLong(answer.get(1)),
                            sentNanos,
                            HostedBackendProtocol.duration(answer.get(2))));
                case HostedBackendProtocol.NOT_DONE ->
                    new AcquireOutcome.Contended(HostedBackendProtocol.duration(answer.get(1)));
                default -> new AcquireOutcome.Unknown(couldNotTell());
            };
        } catch (CompletionException e) {
            return new AcquireOutcome.Unknown(e);
        }
    }

    RenewOutcome renew(long sentNanos, String... question) {
        try {
            List<String> answer = ask(question);
            return switch (answer.get(0)) {
                case HostedBackendProtocol.DONE ->
                    new RenewOutcome.Renewed(sentNanos, HostedBackendProtocol.duration(answer.get(1)));
                case HostedBackendProtocol.NOT_DONE -> new RenewOutcome.NotOwner("the host says so");
                default -> new RenewOutcome.Unknown(couldNotTell());
            };
        } catch (CompletionException e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    ReleaseOutcome release(String... question) {
        try {
            return switch (ask(question).get(0)) {
                case HostedBackendProtocol.DONE -> new ReleaseOutcome.Released();
                case HostedBackendProtocol.NOT_DONE -> new ReleaseOutcome.NotOwner();
                default -> new ReleaseOutcome.Unknown(couldNotTell());
            };
        } catch (CompletionException e) {
            return new ReleaseOutcome.Unknown(e);
        }
    }

    private static IOException couldNotTell() {
        return new IOException("the host could not tell");
    }
}
