// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

import dev.interlock.report.data.Report.Environment;
import java.util.List;
import java.util.Optional;

/**
 * The results of the peers.
 *
 * @param format of the file
 * @param environment where and when
 * @param seconds how long it took
 * @param questions in the order of the table
 * @param columns grouped by subject, and within it by store
 * @param cells at most one for each question and column
 */
public record PeerReport(
        String format,
        Environment environment,
        long seconds,
        List<PeerQuestion> questions,
        List<PeerColumn> columns,
        List<PeerCell> cells) {

    /** The format; it changes when a field changes its meaning or is removed. */
    public static final String FORMAT = "interlock-peers/2";

    /** Copies the lists. */
    public PeerReport {
        questions = List.copyOf(questions);
        columns = List.copyOf(columns);
        cells = List.copyOf(cells);
    }

    /**
     * The questions on a subject.
     *
     * @param subject the subject
     * @return in the order of the table
     */
    public List<PeerQuestion> questions(PeerSubject subject) {
        return questions.stream()
                .filter(question -> question.subject() == subject)
                .toList();
    }

    /**
     * The peers that were asked about a subject.
     *
     * @param subject the subject
     * @return grouped by store
     */
    public List<PeerColumn> columns(PeerSubject subject) {
        return columns.stream().filter(column -> column.subject() == subject).toList();
    }

    /**
     * A cell.
     *
     * @param peer the column's id
     * @param question the question's id
     * @return empty if the peer was not asked the question
     */
    public Optional<PeerCell> cell(String peer, String question) {
        return cells.stream()
                .filter(cell -> cell.peer().equals(peer) && cell.question().equals(question))
                .findFirst();
    }
}
