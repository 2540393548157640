// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.zookeeper.election.Contestant.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Situations in which Curator's recipes had two leaders or none, by its tickets, for our election or for the recipes of
 * the Curator that is on the class path. Of ours they require one leader at most, and one in the end. Of the recipes they
 * write down what was seen.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
abstract class CuratorTickets {

    private final List<Library> libraries;

    CuratorTickets(Library... libraries) {
        this.libraries = List.of(libraries);
    }

    /** A situation. */
    @FunctionalInterface
    private interface Situation {
        void play(Library library) throws Exception;
    }

    private void each(Situation situation) throws Exception {
        for (Library library : libraries) {
            situation.play(library);
        }
    }

    private static final Path SEEN = Path.of("target", "curator-tickets.txt");

    private static void judge(String ticket, Library library, Contest contest, int leader) throws IOException {
        String seen = "two believed for " + contest.together().toMillis() + " ms"
                + (contest.together().isZero() ? " (never)" : "") + ", "
                + (leader < 0 ? "no single leader in the end" : "one leader in the end") + ", " + contest.terms()
                + " terms";
        String line = "%s, %s: %s%n".formatted(ticket, library, seen);
        Files.writeString(SEEN, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (library == Library.INTERLOCK) {
            assertThat(contest.together()).as(seen).isZero();
            assertThat(leader).as(seen).isNotNegative();
        }
    }

    @Test
    void CURATOR_47_652_653_all_connections_break_together_and_come_back() throws Exception {
        each(CuratorTickets::breaksTogether);
    }

    private static void breaksTogether(Library library) throws Exception {
        try (Contest contest = new Contest(library, 3)) {
            contest.awaitLeader();
            for (int i = 0; i < 5; i++) {
                contest.cutAll();
                contest.watchFor(Duration.ofMillis(700));
            }
            judge("CURATOR-47, 652, 653", library, contest, contest.awaitLeader());
        }
    }

    @Test
    void CURATOR_620_the_leader_reconnects_several_times_in_quick_succession() throws Exception {
        each(CuratorTickets::reconnects);
    }

    private static void reconnects(Library library) throws Exception {
        try (Contest contest = new Contest(library, 2)) {
            int leader = Math.max(0, contest.awaitLeader());
            for (int i = 0; i < 10; i++) {
                long before = contest.proxies.get(leader).connectionsOpened();
                contest.proxies.get(leader).cutAll();
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> contest.proxies.get(leader).connectionsOpened() > before);
            }
            contest.watchFor(Contest.SESSION.multipliedBy(2));
            judge("CURATOR-620", library, contest, contest.awaitLeader());
        }
    }

    @Test
    void CURATOR_645_of_three_the_leader_stands_down_and_the_others_settle() throws Exception {
        each(CuratorTickets::settle);
    }

    private static void settle(Library library) throws Exception {
        try (Contest contest = new Contest(library, 3)) {
            int first = Math.max(0, contest.awaitLeader());
            contest.contestants.remove(first).close();
            int next = contest.awaitLeader();
            int before = contest.terms();
            contest.watchFor(Duration.ofSeconds(3));
            judge("CURATOR-645", library, contest, next);
            if (library == Library.INTERLOCK) {
                assertThat(contest.terms()).as("terms after the hand-over").isEqualTo(before);
            }
        }
    }

    @Test
    void CURATOR_104_the_server_restarts_and_then_the_leader_stands_down() throws Exception {
        each(CuratorTickets::restart);
    }

    private static void restart(Library library) throws Exception {
        try (Contest contest = new Contest(library, 2)) {
            contest.awaitLeader();
            contest.server.restart();
            contest.watchFor(Contest.SESSION);
            int leader = Math.max(0, contest.awaitLeader());
            contest.contestants.remove(leader).close();
            judge("CURATOR-104", library, contest, contest.awaitLeader());
        }
    }

    @Test
    void CURATOR_696_the_server_is_away_for_longer_than_a_session() throws Exception {
        each(CuratorTickets::awayForLong);
    }

    private static void awayForLong(Library library) throws Exception {
        try (Contest contest = new Contest(library, 2)) {
            contest.awaitLeader();
            contest.server.kill();
            contest.watchFor(Contest.SESSION.multipliedBy(2));
            contest.server.restart();
            contest.watchFor(Contest.SESSION.multipliedBy(3));
            judge("CURATOR-696", library, contest, contest.awaitLeader());
        }
    }
}
