// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.Candidacy;
import dev.interlock.CandidacyState;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.memory.MemoryStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an endpoint shows of holds that are shared, and of candidates. */
final class ShownLocksTest {

    private static final Standing LEADS = new Standing("scheduler", CandidacyState.LEADING, Optional.of(1L << 60));
    private static final Standing FOLLOWS = new Standing("reports", CandidacyState.FOLLOWING, Optional.empty());

    private final ShownLocks shown = new ShownLocks(() -> List.of(LEADS, FOLLOWS));

    @Test
    void a_permit_has_its_units_and_the_limit_and_other_locks_have_none() throws Exception {
        try (LockClient client =
                        LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD.withListeners(shown));
                LockHandle permits = client.semaphore("exports", 5).permits(2).acquire();
                LockHandle read = client.readWrite("prices").read().acquire();
                LockHandle order = client.lock("order-7").acquire()) {
            await().untilAsserted(() -> assertThat(shown.shown().get("held"))
                    .containsExactlyInAnyOrder(
                            Map.of(
                                    "name",
                                    permits.lockName(),
                                    "fencingToken",
                                    Long.toString(permits.fencingToken()),
                                    "units",
                                    2,
                                    "limit",
                                    5),
                            Map.of("name", "prices/read", "fencingToken", Long.toString(read.fencingToken())),
                            Map.of("name", "order-7", "fencingToken", Long.toString(order.fencingToken()))));
        }
    }

    @Test
    void a_candidate_has_its_state_and_a_leader_its_term() {
        assertThat(shown.shown().get("candidates"))
                .containsExactly(
                        Map.of("name", "scheduler", "state", "LEADING", "term", "1152921504606846976"),
                        Map.of("name", "reports", "state", "FOLLOWING"));
    }

    @Test
    void health_groups_the_elections_by_what_their_candidates_do() {
        try (LockClient other = LockClient.connect("memory:health");
                LazyLockClient client = new LazyLockClient(() -> LockClient.connect("memory:health"), Runnable::run)) {
            assertThat(StoreQuestions.elections(List.of(client, other))).isEmpty();
            Candidacy leading = client.election("leading").lead(leadership -> leadership.awaitEnd());
            await().until(() -> leading.leadership().isPresent());
            LockHandle taken = other.lock("taken").tryAcquire().orElseThrow();
            Candidacy following = client.election("taken").lead(leadership -> leadership.awaitEnd());
            assertThat(StoreQuestions.elections(List.of(client, other)))
                    .isEqualTo(Map.of("leading", List.of("leading"), "following", List.of("taken")));
            following.close();
            leading.close();
            taken.close();
            assertThat(StoreQuestions.elections(List.of(client, other))).isEmpty();
        }
    }
}
