// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.FaultLink;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.ForwardingLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.TckRunner;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules about requests that are executed late say so if the link does not get them executed. */
class LateRequestRulesTest {

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"REL_6", "ERR_7"})
    void are_not_exercised_by_a_link_whose_store_cancels_what_comes_late(Rule rule) {
        assertThat(TckRunner.run(new Cancelling(new MemoryFixture()), EnumSet.of(rule), result -> {}))
                // Needs no link.
                .filteredOn(result -> !result.test().contains("_stops_within_its_step_"))
                .isNotEmpty()
                .allSatisfy(result -> {
                    assertThat(result.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
                    assertThat(result.message()).contains("go, and the store never answered it");
                });
    }

    private static final class Cancelling extends ForwardingFixture {

        Cancelling(LockFixture to) {
            super(to);
        }

        @Override
        public Duration patience() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Optional<FaultLink> link() {
            return super.link().map(link -> new ForwardingLink(link) {
                @Override
                public MessageGate holdRequest(RequestKind kind, int position) {
                    return new NeverOpened(super.holdRequest(kind, position));
                }
            });
        }
    }

    private record NeverOpened(FaultLink.MessageGate gate) implements FaultLink.MessageGate {

        @Override
        public boolean reached() {
            return gate.reached();
        }

        @Override
        public void open() {
            // What nobody waits for any more never comes to the store.
        }

        @Override
        public boolean answered() {
            return gate.answered();
        }
    }
}
