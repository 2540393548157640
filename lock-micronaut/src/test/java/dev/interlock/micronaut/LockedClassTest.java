// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import io.micronaut.context.ApplicationContext;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The annotation on a class. */
final class LockedClassTest {

    private final ApplicationContext context =
            ApplicationContext.run(Map.of("locks.backend", "memory", "locks.wait", "unlimited"));
    private final LockClient client = context.getBean(LockClient.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void each_method_is_under_the_lock_of_its_class() {
        LockedClasses.Ledger ledger = context.getBean(LockedClasses.Ledger.class);
        assertThat(ledger.first()).containsExactly("ledger");
        assertThatThrownBy(ledger::second).isInstanceOf(LockTimeoutException.class);
    }

    @Test
    void a_locked_method_may_call_another() {
        assertThat(context.getBean(LockedClasses.Ledger.class).second()).containsExactly("ledger");
    }

    /** Not only its name: it would wait an hour for the end of the shortest hold, and fail at once while it is taken. */
    @Test
    void the_annotation_of_a_method_replaces_that_of_the_class() throws Exception {
        LockedClasses.Ledger ledger = context.getBean(LockedClasses.Ledger.class);
        assertThat(ledger.page(7)).containsExactly("page-7");
        LockHandle other = client.lock("page-7").tryAcquire().orElseThrow();
        var waiting = CompletableFuture.supplyAsync(() -> ledger.page(7));
        assertThat(waiting).isNotCompletedExceptionally();
        other.close();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).containsExactly("page-7");
    }

    @Test
    void the_lock_of_a_class_is_that_of_its_subclasses() {
        LockedClasses.Journal journal = context.getBean(LockedClasses.Journal.class);
        assertThat(journal.inherited()).containsExactly("book");
        assertThat(journal.overridden()).containsExactly("book");
        assertThat(journal.own()).containsExactly("book");
    }

    @Test
    void an_overriding_method_is_under_the_lock_of_what_it_overrides() {
        LockedClasses.Diary diary = context.getBean(LockedClasses.Diary.class);
        assertThat(diary.read()).containsExactly("notes");
        assertThat(diary.open()).isEmpty();
    }
}
