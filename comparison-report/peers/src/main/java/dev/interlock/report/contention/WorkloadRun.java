// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contention.round.Workload;
import dev.interlock.report.progress.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Runs one workload: a warm-up of each contender, then passes with one round of each contender, in a new random order
 * each time. Rounds with too much stolen time are repeated in further passes, which at most double the number of
 * passes.
 *
 * @param runner runs a round
 * @param settings number and length of the rounds
 * @param progress receives the steps
 */
record WorkloadRun(RoundRunner runner, Settings settings, Progress progress) {

    private static final long COLD_MILLIS = 1_000;

    List<Standing> run(Workload workload, List<Fleet> fleets) {
        Random random = new Random(settings.seed());
        List<Turn> turns = new ArrayList<>();
        for (Fleet fleet : fleets) {
            Turn turn = new Turn(fleet, new Standing(fleet.contender()));
            turns.add(turn);
            if (workload.cold()) {
                fleet.close();
            } else {
                take(turn, workload, 0);
            }
        }
        for (int pass = 1; pass <= 2 * settings.rounds(); pass++) {
            List<Turn> order = new ArrayList<>(turns);
            Collections.shuffle(order, random);
            for (Turn turn : order) {
                if (turn.standing.wantsRound(settings.rounds())) {
                    take(turn, workload, pass);
                }
            }
        }
        return turns.stream().map(Turn::standing).toList();
    }

    /** Pass 0 is the warm-up. A contender that fails leaves this workload, and its JVMs are started anew, as after each cold round. */
    private void take(Turn turn, Workload workload, int pass) {
        String who = workload.id() + ": " + turn.standing.contender().title();
        progress.doing(who);
        try {
            long millis = workload.cold() ? COLD_MILLIS : settings.millis();
            Duration length = Duration.ofMillis(pass == 0 ? settings.warmUpMillis() : millis);
            Round round = runner.run(turn.fleet, workload, length, pass);
            if (pass == 0) {
                turn.standing.warmUp(round);
            } else {
                turn.standing.add(round);
            }
            progress.done(who, pass == 0 ? "warm" : ResultTable.shortly(workload, round));
        } catch (RuntimeException e) {
            turn.standing.fail(String.valueOf(e.getMessage()));
            progress.done(who, "failed: " + e.getMessage());
        }
        if (!turn.standing.failure().isEmpty()) {
            turn.fleet.close();
        } else if (workload.cold()) {
            // The next round has the same names.
            turn.fleet.end();
        }
    }

    private record Turn(Fleet fleet, Standing standing) {}
}
