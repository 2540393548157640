// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.speed;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.ApplicationContext;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What the annotation costs beside the call by hand: rounds of both in turn on the memory store, median and spread. Run
 * by {@code -Dtest=LockedOverheadBenchmark}; it measures and judges nothing.
 */
final class LockedOverheadBenchmark {

    private static final int ROUNDS = 31;
    private static final int WARM_UP = 10;
    private static final int CALLS = 5_000;

    /** A round's work. */
    private interface Round {
        long call(int id) throws Exception;
    }

    @Test
    void measure() throws Exception {
        try (ApplicationContext context = ApplicationContext.run(Map.of("locks.backend", "memory"))) {
            Measured measured = context.getBean(Measured.class);
            double[] hand = new double[ROUNDS];
            double[] annotation = new double[ROUNDS];
            double[] fixed = new double[ROUNDS];
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                double one = microsPerCall(measured::byHand);
                double two = microsPerCall(measured::byAnnotation);
                double three = microsPerCall(id -> measured.byAnnotationWithAFixedName());
                if (round >= 0) {
                    hand[round] = one;
                    annotation[round] = two;
                    fixed[round] = three;
                }
            }
            print("by hand", hand);
            print("@Locked(\"order-#{id}\")", annotation);
            print("@Locked(\"order\")", fixed);
            print("annotation less hand", difference(annotation, hand));
            assertThat(measured.done()).isEqualTo(3L * (ROUNDS + WARM_UP) * CALLS);
        }
    }

    private static double microsPerCall(Round round) throws Exception {
        long began = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            round.call(i % 100);
        }
        return (System.nanoTime() - began) / 1_000.0 / CALLS;
    }

    private static double[] difference(double[] one, double[] other) {
        double[] difference = new double[one.length];
        Arrays.setAll(difference, i -> one[i] - other[i]);
        return difference;
    }

    private static void print(String what, double[] micros) {
        double[] sorted = micros.clone();
        Arrays.sort(sorted);
        System.out.println(String.format(
                Locale.ROOT,
                "%-24s median %6.2f us, half of the rounds within %.2f to %.2f, all within %.2f to %.2f (%d rounds of %d)",
                what,
                sorted[sorted.length / 2],
                sorted[sorted.length / 4],
                sorted[sorted.length * 3 / 4],
                sorted[0],
                sorted[sorted.length - 1],
                sorted.length,
                CALLS));
    }
}
