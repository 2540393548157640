// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.annotation.OnContention;
import dev.interlock.annotation.call.LockedMethod;
import java.lang.reflect.Method;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each member of the annotation reaches the call. */
class AnnotationReaderTest {

    private static LockedMethod read(String name) throws NoSuchMethodException {
        Method method = Jobs.class.getDeclaredMethod(name);
        return new AnnotationReader(text -> text.replace("${lease}", "2s"))
                .read(method.getAnnotation(Locked.class), method)
                .settings();
    }

    @Test
    void what_is_written_counts() throws NoSuchMethodException {
        assertThat(read("waiting"))
                .isEqualTo(new LockedMethod(
                        "Jobs.waiting",
                        OnContention.WAIT,
                        AcquireOptions.waitAtMost(Duration.ofSeconds(1))
                                .withLease(Duration.ofSeconds(2))
                                .withMaxHold(Duration.ofSeconds(4)),
                        Duration.ofSeconds(3),
                        "other",
                        String.class));
        assertThat(read("failing").onContention()).isEqualTo(OnContention.FAIL);
    }

    @Test
    void what_is_not_written_is_left_open() throws NoSuchMethodException {
        assertThat(read("plain"))
                .isEqualTo(new LockedMethod(
                        "Jobs.plain", OnContention.WAIT, AcquireOptions.inherited(), null, "", void.class));
    }

    static class Jobs {

        @Locked(value = "job", waitAtMost = "1s", lease = "${lease}", minHold = "3s", maxHold = "4s", client = "other")
        String waiting() {
            return "";
        }

        @Locked(value = "job", onContention = OnContention.FAIL)
        void failing() {}

        @Locked("job")
        void plain() {}
    }
}
