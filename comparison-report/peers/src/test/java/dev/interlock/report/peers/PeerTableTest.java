// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.contender.Peer;
import dev.interlock.report.contender.Peers;
import dev.interlock.report.data.Report.Environment;
import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerColumn;
import dev.interlock.report.peer.PeerFile;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerReport;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.question.Questions;
import dev.interlock.report.timeline.Timeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class PeerTableTest {

    private static final PeerReport REPORT = new PeerReport(
            PeerReport.FORMAT,
            new Environment("today", "1", "", "jvm", "os", 2, 100),
            3,
            List.of(new PeerQuestion("OWNER", PeerSubject.LOCKS, "Who?", "So.")),
            List.of(new PeerColumn("one", "redis", PeerSubject.LOCKS, "One 1.0", "plain", "redis 7")),
            List.of(new PeerCell(
                    "one",
                    "OWNER",
                    PeerOutcome.BROKEN,
                    "seen",
                    "",
                    "command",
                    new Timeline(1, List.of(), List.of(), 0, 0))));

    @Test
    void a_store_is_a_table_with_its_peers_and_their_versions() {
        assertThat(PeerTable.lines(REPORT))
                .contains("redis               one", "OWNER               BROKEN", "  one: One 1.0, redis 7");
    }

    @Test
    void what_was_written_is_read(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("peers.json");
        PeerFile.write(REPORT, file);
        assertThat(PeerFile.read(file)).isEqualTo(REPORT);
    }

    @Test
    void each_peer_has_an_id_of_its_own_and_notes_on_questions_that_there_are() {
        List<Peer> all = Stream.of("redis", "zookeeper", "mariadb", "postgres")
                .flatMap(store -> Peers.of(store).stream())
                .toList();
        List<String> ids =
                Questions.ALL.stream().map(question -> question.text().id()).toList();
        assertThat(all).extracting(Peer::id).hasSize(41).doesNotHaveDuplicates();
        assertThat(all)
                .allSatisfy(peer -> assertThat(ids).containsAll(peer.notes().keySet()));
        assertThat(all).allSatisfy(peer -> assertThat(peer.title()).doesNotContain("unknown version"));
    }

    @Test
    void what_is_not_there_cannot_be_asked() {
        assertThat(Main.commandLine()
                        .setErr(new PrintWriter(new StringWriter()))
                        .execute("--peer", "none"))
                .isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
