// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.StaleTokenException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Claims of a lock for readers and writers: the rule in every small world, names, and effects in one another. */
class ReadersAndWritersTest {

    private static final FencingDomain DOMAIN = new FencingDomain("shop-locks", 1);
    private static final String READ = "prices/read";
    private static final String WRITE = "prices/write";

    private final FencingGuard guard = new FencingGuard(1);

    private void reads(long token) {
        guard.<Long, RuntimeException>claim(DOMAIN.reading(READ, token), () -> token);
    }

    private void writes(long token) {
        guard.<Long, RuntimeException>claim(DOMAIN.writing(WRITE, token), () -> token);
    }

    /** A claim in a small world. */
    private record Step(boolean write, int generation, long token) {

        boolean isAccepted(FencingGuard guard) {
            FencingDomain domain = new FencingDomain("shop-locks", generation);
            try {
                if (write) {
                    guard.<Long, RuntimeException>claim(domain.writing(WRITE, token), () -> token);
                } else {
                    guard.<Long, RuntimeException>claim(domain.reading(READ, token), () -> token);
                }
                return true;
            } catch (StaleTokenException e) {
                assertThat(e.token()).isEqualTo(token);
                assertThat(e.seenToken()).isPositive();
                return false;
            }
        }

        /** The definition: a later generation refuses all, a later writer refuses all, a later reader only writers. */
        boolean isRefusedAfter(Step accepted) {
            if (accepted.generation != generation) {
                return accepted.generation > generation;
            }
            return accepted.token > token && (write || accepted.write);
        }
    }

    @Test
    void three_claims_in_every_order_are_accepted_as_the_definition_says() {
        List<Step> all = new ArrayList<>();
        for (boolean write : new boolean[] {false, true}) {
            for (int generation = 1; generation <= 2; generation++) {
                for (long token = 1; token <= 3; token++) {
                    all.add(new Step(write, generation, token));
                }
            }
        }
        int worlds = 0;
        for (Step first : all) {
            for (Step second : all) {
                for (Step third : all) {
                    requireDefined(List.of(first, second, third));
                    worlds++;
                }
            }
        }
        assertThat(worlds).isEqualTo(1_728);
    }

    private static void requireDefined(List<Step> steps) {
        FencingGuard fresh = new FencingGuard(1);
        List<Step> accepted = new ArrayList<>();
        for (Step step : steps) {
            boolean expected = accepted.stream().noneMatch(step::isRefusedAfter);
            assertThat(step.isAccepted(fresh)).as("%s of %s", step, steps).isEqualTo(expected);
            if (expected) {
                accepted.add(step);
            }
        }
    }

    @Test
    void the_example_of_the_documentation_runs() throws InterruptedException {
        Map<String, String> source = new HashMap<>(Map.of("tea", "3.90"));
        Map<String, String> cache = new HashMap<>();
        List<String> rendered = new ArrayList<>();
        SharedFencingExample example = new SharedFencingExample() {
            @Override
            String render(String price) {
                rendered.add(price);
                return "a page";
            }
        };
        try (LockClient client = LockClient.connect("memory:ReadersAndWritersTest.example")) {
            example.run(client.readWrite("prices"), DOMAIN, guard, source, cache);
        }
        assertThat(rendered).containsExactly("3.90");
        assertThat(source).containsEntry("tea", "4.20");
        assertThat(cache).isEmpty();
    }

    @Test
    void handles_of_both_halves_make_their_claims_and_readers_of_their_own_meet_the_others() throws Exception {
        try (LockClient client = LockClient.connect("memory:ReadersAndWritersTest")) {
            DistributedReadWriteLock prices = client.readWrite("prices");
            LockHandle shared = prices.read().acquire();
            LockHandle own = prices.read().acquire(AcquireOptions.inherited().withLease(Duration.ofSeconds(20)));
            assertThat(own.lockName()).isEqualTo("prices/read#1");
            guard.<Long, RuntimeException>claim(DOMAIN.reading(own), () -> 0L);
            guard.<Long, RuntimeException>claim(DOMAIN.reading(shared), () -> 0L);
            shared.close();
            own.close();
            try (LockHandle writer = prices.write().acquire()) {
                assertThat(DOMAIN.writing(writer)).isEqualTo(DOMAIN.claim(writer));
                guard.<Long, RuntimeException>claim(DOMAIN.writing(writer), () -> 0L);
            }
            for (LockHandle late : List.of(shared, own)) {
                assertThatExceptionOfType(StaleTokenException.class)
                        .isThrownBy(() -> guard.<Long, RuntimeException>claim(DOMAIN.reading(late), () -> 0L))
                        .withMessageContainingAll("'prices/read'", "token " + late.fencingToken(), "acquire the lock");
            }
        }
    }

    @Test
    void handles_of_other_locks_are_refused_with_the_reason() throws Exception {
        try (LockClient client = LockClient.connect("memory:ReadersAndWritersTest.other")) {
            try (LockHandle exclusive = client.lock("prices").acquire();
                    LockHandle permit = client.semaphore("exports", 2).permit().acquire()) {
                for (LockHandle handle : List.of(exclusive, permit)) {
                    String why = handle == permit ? "an older permit may still be valid" : "claims by claim(...)";
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> DOMAIN.reading(handle))
                            .withMessageContainingAll("'" + handle.lockName() + "'", why);
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> DOMAIN.writing(handle))
                            .withMessageContainingAll("'" + handle.lockName() + "'", why);
                }
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DOMAIN.reading(WRITE, 1))
                .withMessageContainingAll("'prices/write'", "use writing(...)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DOMAIN.writing("prices/read#2", 1))
                .withMessageContainingAll("'prices/read#2'", "acquire the write lock");
    }

    @Test
    void names_and_tokens_that_cannot_be_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> DOMAIN.reading(READ, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> DOMAIN.reading("/read", 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DOMAIN.reading("a".repeat(195) + "/read", 1))
                .withMessageContaining("200 bytes");
        assertThat(DOMAIN.reading("a/read/read#12", 1).lock()).hasToString("a/read/read");
        assertThat(DOMAIN.reading("a/read/read#12", 1).writeLock()).hasToString("a/read/write");
    }

    @Test
    void both_halves_are_one_name_to_the_guard_and_are_forgotten_together() {
        reads(2);
        writes(3);
        guard.forget(DOMAIN, WRITE);
        writes(1);
        reads(1);
    }

    @Test
    void within_an_effect_the_same_reader_may_claim_again_and_no_other() {
        reads(3);
        guard.<Long, RuntimeException>claim(DOMAIN.reading(READ, 2), () -> {
            reads(2);
            assertThatIllegalStateException()
                    .isThrownBy(() -> reads(3))
                    .withMessageContainingAll("'prices/read'", "token 3", "within an effect for token 2");
            assertThatIllegalStateException().isThrownBy(() -> writes(4)).withMessageContaining("'prices/write'");
            return 0L;
        });
        writes(4);
    }
}
