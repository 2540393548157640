// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine as it is, under random schedules, and under those that once were too much for it. */
class SimulationTest {

    private static final long SCHEDULES = Long.getLong("interlock.simulation.schedules", 3_000);

    private static final long MANY = 20_000;

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void the_engine_keeps_its_promises_under_random_schedules() throws InterruptedException {
        search(SCHEDULES);
    }

    @Test
    @Tag("nightly")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void the_engine_keeps_its_promises_under_many_schedules() throws InterruptedException {
        search(MANY);
    }

    private static void search(long schedules) throws InterruptedException {
        long seed = seed();
        long begun = System.nanoTime();
        Search.Result result = new Search(Simulation.Subject.ENGINE, 2).run(seed, schedules);
        System.out.printf(
                "seed %d: %d schedules of %d steps on average, %.1f simulated hours, in %.1f s%n",
                seed,
                result.schedules(),
                result.steps() / result.schedules(),
                result.seconds() / 3_600.0,
                (System.nanoTime() - begun) / 1e9);
        if (result.wrong().isPresent()) {
            fail("seed " + seed + ": " + storyOf(result.wrong().get().which()));
        }
        assertThat(result.schedules()).isEqualTo(schedules);
    }

    /** {@code -Dinterlock.simulation.seed=}, a number; else a random one. */
    private static long seed() {
        Long asked = Long.getLong("interlock.simulation.seed");
        return asked != null ? asked : new SecureRandom().nextLong();
    }

    /** {@code -Dinterlock.simulation.case=...}, as the story of a failure says, for a closer look. */
    @Test
    void a_case_that_is_asked_for_goes_well() throws InterruptedException {
        String asked = System.getProperty("interlock.simulation.case");
        if (asked != null) {
            try (Simulation simulation = Simulation.ofTheEngine()) {
                Simulation.Outcome outcome = simulation.run(Simulation.Case.parse(asked), true);
                System.out.println(Simulation.text(outcome));
                assertThat(outcome.findings()).isEmpty();
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a request comes twice and the store has forgotten its first grant meanwhile (the check was too strict), '5efaf94d6dcac069;CONNECTION;3;0,1,TRY,b,0,950,2000,false,3697,161;2,2,ALL,a,0,20000,6000,true,51,462;!,DATA_LOSS,2,137,568,1,REFUSED;!,REQUEST,0,3892,4767,0,TWICE/1f2fa7b2c4d422e5'",
        "a waiter rests for a lease that was passed on to a shorter one, '773663d71bd4bd09;MEMORY;3;0,0,INTERRUPTED,b,0,598,2000,true,3,744;0,0,WITH_LOCK,a,0,2728,6000,false,28,445;1,0,ACQUIRE,a,0,749,600,false,766,597;2,0,CAPPED,a,0,2479,6000,false,38,420/a7f6848f77fc2b3f'",
        "a loss that is found while the client closes is not reported, '9575a59c838d3e8f;SIGNAL;1;0,0,DROPPED,b,0,20000,2000,true,45,595;0,0,ACQUIRE,a,0,588,6000,true,54,251;0,0,ACQUIRE,a,0,1338,600,true,30,127;!,PAUSE,0,1181,856,0,TWICE;!,STALL,0,605,5733,3,LATE;!,WALL_JUMP,0,520,341,6,REFUSED/a5b6a2465323fb7c'",
        "the last release of a set ends with the close and is not reported, 'ba2df5a733ea2f30;MEMORY;1;0,0,CLOSE,a,397,709,6000,false,54,308;0,1,WITH_LOCK,a,253,2200,600,false,36,179;0,1,ALL,a,0,1951,2000,false,30,106;!,REQUEST,0,1936,778,3,SLOW/76472dc529d672b0'",
        "a machine falls asleep while a holder looks how long it has (the check was too strict), 'f07b1e962aaa59a4;MEMORY;3;0,0,ALL,a,0,2840,600,true,2,107;0,0,LOCK,a,0,20000,600,true,11,292;0,1,VIEW,a,571,20000,600,false,25,492;0,2,ACQUIRE,a,0,2109,600,true,199,115;0,2,TRY,b,0,20000,600,false,13,523;1,0,AGAIN_AFTER_A_LOSS,a,0,1442,600,true,39,650;1,0,ACQUIRE,a,0,20000,6000,true,8840,153;1,1,ACQUIRE,a,0,2642,600,true,11,217;1,1,ALL,a,0,526,600,true,53,730;1,1,ACQUIRE,a,0,20000,600,false,13,523;2,0,VIEW,a,0,2155,600,false,742,30;!,SLEEP,1,1903,9938,4,LATE;!,REQUEST,0,1076,865,1,REFUSED;!,REQUEST,2,2466,218,4,LATE;!,STALL,1,1129,774,0,SLOW/b0389eef6f678ca5'",
        "a set of locks wakes itself for ever after the close, '6a931a2e90c5e8fd;MEMORY;1;0,0,WITH_LOCK,a,287,88,2000,true,27,223;0,0,RENEWED_BY_HAND,a,0,20000,6000,true,703,388;0,1,ALL,b,0,20000,600,true,45,13;0,1,LOCK,a,691,1696,2000,false,12,98;0,1,ALL,a,0,715,6000,true,28,541;0,2,RENEWED_BY_HAND,a,0,2797,600,true,4,596;0,2,CLOSE,b,659,20000,2000,true,36,534;!,REQUEST,0,2899,129,4,REPLY_LOST;!,STALL,0,884,2783,8,REPLY_LOST;!,REQUEST,0,1608,3507,8,REPLY_LOST/2a213646c9c86456'",
        "a try of a set waits for the answer to each release of what it has, '5ae645257cc6efbc;TURN;1;0,0,TRY_ALL,a,0,1384,2300,false,1515,366,3000;!,FREEZE,0,750,3158,8,TWICE;!,REQUEST,0,2678,415,1,REQUEST_LOST/6a2ba61f61b8fcde'",
        "the same behind a caller of the same client that has no answer, 'b57f302b25ca7fd7;POLL;1;0,0,ACQUIRE,a,0,2780,2300,true,10,292,0;0,0,TRY_ALL,a,0,946,6000,true,54,316,0;0,1,ACQUIRE,c,111,20000,2300,true,477,366,3000;0,2,TRY,a,0,960,6000,true,53,579,3000;!,REQUEST,0,887,678,6,SLOW;!,PARTITION,0,88,5664,0,SLOW/7033e59b76776f8'",
        "a renewal that hangs makes another wait for the one thread there is (the check was too strict), 'd38abfe6552ef62;POLL;3;1,1,ACQUIRE,b,20,20000,2300,true,3938,569,0;1,2,RENEWED_BY_HAND,a,0,1011,6000,true,9987,653,0;!,REQUEST,1,1177,4654,5,HANGS/e778cd1e2f0343'",
        "a compensation after the close leaves a timer, '51c9d6dbc0a79ca;SESSION;1;0,2,WITH_LOCK,b,166,2776,6000,false,5201,59;0,2,CLOSE,b,0,872,6000,true,15,411;!,REQUEST,0,934,614,1,REQUEST_LOST/db73d1b77f5c4672'",
        "waiters look each millisecond while a lock in memory is promised to one whose request hangs, '79850d25f216e0ce;MEMORY;3;0,1,DROPPED,a,130,20000,690,true,58,69,0;1,2,ALL,a,0,20000,2300,true,8,647,0,60;1,3,ALL,b,0,20000,2300,true,33,118,0,60;2,1,TRY_ALL,a,0,2186,690,true,40,544,0;2,1,ACQUIRE,a,0,20000,2300,true,57,169,0,60;2,2,ACQUIRE,c,655,2239,690,true,1,728,0,60;!,PARTITION,2,2575,8909,1,HANGS;!,REQUEST,2,1410,454,1,HANGS/8c68e26b9c8aa472'"
    })
    void a_case_that_once_failed_goes_well(String what, String known) throws InterruptedException {
        try (Simulation simulation = Simulation.ofTheEngine()) {
            assertThat(simulation.run(Simulation.Case.parse(known), false).findings())
                    .as(what)
                    .isEmpty();
        }
    }

    private static String storyOf(Simulation.Case wrong) throws InterruptedException {
        try (Simulation simulation = Simulation.ofTheEngine()) {
            Simulation.Outcome smallest = Shrinker.shrink(simulation, simulation.run(wrong, false));
            return Simulation.text(simulation.run(smallest.which(), true))
                    + "Again: ./mvnw -B verify -pl lock-tck/simulation -am -Dtest=SimulationTest -Dit.test=None"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false"
                    + " -Dinterlock.simulation.case=" + smallest.which().text();
        }
    }
}
