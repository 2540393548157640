// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.annotation.OnContention;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanCreationException;

/** An annotation that cannot be kept ends the start, and the message names method, value and remedy. */
class WrongMethodsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PrivateMethod   | PrivateMethod.pay: it is private",
                "FinalMethod     | FinalMethod.pay: it is final",
                "StaticMethod    | StaticMethod.pay: it is static",
                "FinalClass      | FinalClass is final, so Spring cannot intercept its methods",
                "NoDuration      | NoDuration.pay: lease must be a duration with a unit",
                "NoUnit          | NoUnit.pay: lease must be a duration with a unit",
                "TooShort        | TooShort.pay: lease",
                "WaitToFail      | waitAtMost is for onContention = WAIT but that is FAIL",
                "SkippedNumber   | return an Optional, or use FAIL",
                "MinAboveMax     | minHold must be <= maxHold but was PT2M > PT1M",
                "Unseen          | the end of a Future cannot be seen",
                "NoPlaceholder   | NoPlaceholder.pay: Could not resolve placeholder 'no.such.property'",
                "NoExpression    | NoExpression.pay is no expression",
                "TooLong         | 1 to 200 bytes",
                "NoName          | NoName.pay is missing"
            })
    void the_start_fails(String bean, String message) throws ClassNotFoundException {
        Class<?> type = Class.forName(WrongMethodsTest.class.getName() + "$" + bean);
        try (LockedBench bench = new LockedBench(type)) {
            assertThatThrownBy(bench::start)
                    .isInstanceOf(BeanCreationException.class)
                    .hasMessageContaining(message);
        }
    }

    static class PrivateMethod {
        @Locked("a")
        private void pay() {}

        void call() {
            pay();
        }
    }

    static class FinalMethod {
        @Locked("a")
        final void pay() {}
    }

    static class StaticMethod {
        @Locked("a")
        static void pay() {}
    }

    static final class FinalClass {
        @Locked("a")
        void pay() {}
    }

    static class NoDuration {
        @Locked(value = "a", lease = "soon")
        void pay() {}
    }

    static class NoUnit {
        @Locked(value = "a", lease = "30")
        void pay() {}
    }

    static class TooShort {
        @Locked(value = "a", lease = "1ms")
        void pay() {}
    }

    static class WaitToFail {
        @Locked(value = "a", waitAtMost = "1s", onContention = OnContention.FAIL)
        void pay() {}
    }

    static class SkippedNumber {
        @Locked(value = "a", onContention = OnContention.SKIP)
        int pay() {
            return 1;
        }
    }

    static class MinAboveMax {
        @Locked(value = "a", minHold = "2m", maxHold = "1m")
        void pay() {}
    }

    static class Unseen {
        @Locked("a")
        Future<Integer> pay() {
            throw new IllegalStateException();
        }
    }

    static class NoPlaceholder {
        @Locked("${no.such.property}")
        void pay() {}
    }

    static class NoExpression {
        @Locked("a-#{id")
        void pay() {}
    }

    static class TooLong {
        @Locked("0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
                + "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
                + "x")
        void pay() {}
    }

    static class NoName {
        @Locked({})
        void pay() {}
    }
}
