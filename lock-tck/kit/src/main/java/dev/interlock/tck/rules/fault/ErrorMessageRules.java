// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.RenewResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rule of ERR about messages. */
public abstract class ErrorMessageRules extends ClientRuleTest {

    @Test
    @Proves(Rule.ERR_4)
    void ERR_4_messages_name_the_lock_and_the_store_and_never_the_owner() throws Exception {
        InterceptedBackend silenced = intercepted();
        LockClient client = client(silenced);
        String name = name();
        LockHandle held = hold(client, name, unrenewed(longLease()));
        DistributedLock other = client().lock(name);
        List<LockException> told = new ArrayList<>();
        told.add(thrown(LockTimeoutException.class, "acquire", () -> other.acquire(unrenewed(longLease()))));
        takeAway(silenced.lastAttempt());
        RenewResult ignored = held.renew(longLease());
        told.add(thrown(LockLostException.class, "ensureHeld", () -> held.ensureHeld(Duration.ZERO)));
        silenced.onAcquire(attempt -> {
            String lost = attempt.get().getClass().getSimpleName();
            return new AcquireOutcome.Unknown(new IOException("the rule lost the reply " + lost));
        });
        told.add(thrown(
                LockOutcomeUnknownException.class,
                "acquire",
                () -> client.lock(name).acquire(unrenewed(longLease()))));
        for (LockException each : told) {
            requireProper(each, name, silenced);
        }
        requireSecret(held.toString(), silenced.attempts());
        evidence("{}", told.get(0).getMessage());
    }

    @Test
    @Proves(Rule.ERR_4)
    void ERR_4_what_a_holder_is_told_of_its_loss_shows_no_owner() {
        LockBackend backend = backend();
        Grant lost = granted(backend, attempt(name(), longLease()));
        takeAway(lost.attempt());
        String withoutOwner = detail(backend, lost);
        Attempt next = attempt(lost.attempt().name().value(), longLease());
        granted(backend, next);
        String withAnother = detail(backend, lost);
        requireSecret(withoutOwner + "\n" + withAnother, List.of(lost.attempt(), next));
        evidence("{}; {}", withoutOwner, withAnother);
    }

    private String detail(LockBackend backend, Grant lost) {
        RenewOutcome outcome = backend.renew(lost, longLease());
        if (outcome instanceof RenewOutcome.NotOwner notOwner) {
            return notOwner.detail();
        }
        throw broken(
                "the renewal of '{}', which was taken away, ended as {}",
                lost.attempt().name(),
                outcome);
    }

    @Test
    @Proves(Rule.ERR_4)
    void ERR_4_messages_about_a_store_that_fails_or_is_out_of_reach_are_no_different() {
        for (StoreTrouble trouble : troubles()) {
            InterceptedBackend watched = new InterceptedBackend(trouble.openBackend());
            LockClient client = client(watched);
            // A store encodes some of these characters, and its own texts then show another name.
            String name = name() + "/Ab %1";
            trouble.begin(Set.of(name));
            LockException told = thrown(
                    LockException.class,
                    "acquire while " + trouble.description(),
                    () -> client.lock(name).acquire(unrenewed(longLease())));
            trouble.end();
            requireProper(told, name, watched);
            evidence("{}", told.getMessage());
        }
    }

    private void requireProper(LockException told, String name, InterceptedBackend backend) {
        String message = String.valueOf(told.getMessage());
        require(message.contains(name), "the message does not name the lock '{}': {}", name, message);
        require(
                message.contains(backend.store()),
                "the message does not name the store '{}': {}",
                backend.store(),
                message);
        for (Throwable each = told; each != null; each = each.getCause()) {
            requireSecret(String.valueOf(each), backend.attempts());
        }
    }

    /** The message of the failure must not show the id either. */
    private void requireSecret(String text, List<Attempt> owners) {
        String plain = plain(text);
        for (Attempt owner : owners) {
            for (String secret : forms(owner.id())) {
                require(
                        !plain.contains(secret),
                        "an owner id is shown, in a text of {} characters that begins with: {}",
                        text.length(),
                        text.substring(0, Math.min(text.length(), 24)));
            }
        }
    }

    /** What an id looks like in a text, without separators: as in the store, as a UUID, as two numbers. */
    private static List<String> forms(AttemptId id) {
        return Stream.concat(
                        Stream.of(id.text()),
                        Stream.of(id.high(), id.low())
                                .flatMap(half -> Stream.of(Long.toString(half), Long.toUnsignedString(half))))
                .map(ErrorMessageRules::plain)
                .toList();
    }

    private static String plain(String text) {
        return text.replaceAll("[^0-9A-Za-z]", "").toLowerCase(Locale.ROOT);
    }
}
