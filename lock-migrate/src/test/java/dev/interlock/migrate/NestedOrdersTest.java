// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import static dev.interlock.migrate.TwoStores.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two clients of neighbouring phases, in every order in which the one acts between the requests of the other to the stores,
 * with every lost request or reply among these. Never do both hold the lock, tokens grow, and at the end nothing is left.
 */
class NestedOrdersTest {

    /** Old tokens are below it for as long as phases without a generation may run. */
    private static final NewGeneration LATER = new NewGeneration(1, 1_000);

    private static final NewGeneration SWITCHED = new NewGeneration(1, 1);

    private enum Phase {
        OLD_ONLY,
        BOTH,
        BOTH_BEFORE_SWITCH,
        BOTH_AFTER_SWITCH,
        NEW_ONLY;

        LockBackend open(LockBackend old, LockBackend recent) {
            return switch (this) {
                case OLD_ONLY -> old;
                case BOTH -> MigrationBackend.both(old, recent);
                case BOTH_BEFORE_SWITCH -> MigrationBackend.both(old, recent, LATER);
                case BOTH_AFTER_SWITCH -> MigrationBackend.both(old, recent, SWITCHED);
                case NEW_ONLY -> MovedBackend.to(recent, 1);
            };
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OLD_ONLY, BOTH",
        "OLD_ONLY, BOTH_BEFORE_SWITCH",
        "BOTH, OLD_ONLY",
        "BOTH, BOTH",
        "BOTH, BOTH_BEFORE_SWITCH",
        "BOTH_BEFORE_SWITCH, OLD_ONLY",
        "BOTH_BEFORE_SWITCH, BOTH",
        "BOTH_AFTER_SWITCH, BOTH_AFTER_SWITCH",
        "BOTH_AFTER_SWITCH, NEW_ONLY",
        "NEW_ONLY, BOTH_AFTER_SWITCH"
    })
    void neighbours_never_hold_a_lock_together(Phase first, Phase second) {
        assertThat(broken(first, second)).isEmpty();
    }

    @Test
    void phases_that_are_no_neighbours_are_caught() {
        assertThat(broken(Phase.OLD_ONLY, Phase.NEW_ONLY)).get().asString().contains("both hold");
        assertThat(broken(Phase.BOTH_AFTER_SWITCH, Phase.OLD_ONLY))
                .get()
                .asString()
                .contains("falls");
        assertThat(broken(Phase.NEW_ONLY, Phase.BOTH)).get().asString().contains("falls");
    }

    /** The first order in which something is wrong. */
    private static Optional<String> broken(Phase first, Phase second) {
        Choices choices = new Choices();
        do {
            Optional<String> found = new Run(choices, first, second).run();
            if (found.isPresent()) {
                return Optional.of(found.get() + " after the choices " + choices);
            }
        } while (choices.advance());
        return Optional.empty();
    }

    private static final class Run {

        private static final int MOST_ACTIONS = 3;

        private final TwoStores stores = new TwoStores();
        private final Choices choices;
        private final LockBackend first;
        private final LockBackend second;
        private @Nullable Attempt heldByFirst;
        private @Nullable Attempt heldBySecond;
        private @Nullable String wrong;
        private long lastToken;
        private boolean isFaultOver;
        private boolean isNested = true;
        private int actions;

        Run(Choices choices, Phase first, Phase second) {
            this.choices = choices;
            this.first =
                    stores.started(first.open(new Nesting(stores.old.backend()), new Nesting(stores.recent.backend())));
            this.second = stores.started(second.open(stores.old.backend(), stores.recent.backend()));
        }

        Optional<String> run() {
            Attempt attempt = attempt();
            AcquireOutcome outcome = first.tryAcquire(attempt);
            if (outcome instanceof AcquireOutcome.Unknown && choices.of(2) == 0) {
                outcome = first.tryAcquire(attempt);
            }
            if (outcome instanceof AcquireOutcome.Granted granted) {
                heldByFirst = attempt;
                granted("first", granted.grant());
            }
            if (!(outcome instanceof AcquireOutcome.Contended)) {
                release(attempt);
            }
            isNested = false;
            releaseSecond();
            if (stores.isHeldInOld() || stores.isHeldInNew()) {
                wrong("a lock is left behind");
            }
            return Optional.ofNullable(wrong);
        }

        private void release(Attempt attempt) {
            heldByFirst = null;
            while (first.release(attempt) instanceof ReleaseOutcome.Unknown) {
                // There is one fault in a run.
            }
        }

        private void granted(String client, Grant grant) {
            if (heldByFirst != null && heldBySecond != null) {
                wrong("both hold the lock");
            }
            if (grant.token() <= lastToken) {
                wrong("the token of the " + client + " falls from " + lastToken + " to " + grant.token());
            }
            lastToken = grant.token();
        }

        private void wrong(String what) {
            wrong = wrong == null ? what : wrong;
        }

        /** The second client acts, or not. */
        private void act() {
            if (!isNested || actions == MOST_ACTIONS || choices.of(2) == 0) {
                return;
            }
            actions++;
            if (heldBySecond != null) {
                releaseSecond();
                return;
            }
            Attempt attempt = attempt();
            if (second.tryAcquire(attempt) instanceof AcquireOutcome.Granted granted) {
                heldBySecond = attempt;
                granted("second", granted.grant());
            }
        }

        private void releaseSecond() {
            Attempt held = heldBySecond;
            heldBySecond = null;
            if (held != null) {
                second.release(held);
            }
        }

        /** A store as the first client reaches it: the second one acts before each request, and a message may get lost. */
        private final class Nesting extends ForwardingBackend {

            Nesting(LockBackend store) {
                super(store);
            }

            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                return sent(step, AcquireOutcome.Unknown::new);
            }

            @Override
            public ReleaseOutcome release(Attempt attempt) {
                return sent(() -> super.release(attempt), ReleaseOutcome.Unknown::new);
            }

            private <T> T sent(Supplier<T> step, Function<Exception, T> unknown) {
                act();
                int fault = isFaultOver ? 0 : choices.of(3);
                if (fault == 0) {
                    return step.get();
                }
                isFaultOver = true;
                return unknown.apply(new IOException(fault == 1 ? "lost: " + step.get() : "not sent"));
            }
        }
    }
}
