// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capability;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A backend is asked once what it is, and the answer passes through JUnit's reports. */
class SubjectTest {

    @Test
    void a_backend_describes_itself() {
        Subject memory = Subject.of(new MemoryFixture());
        assertThat(memory.backend()).isEqualTo("memory");
        assertThat(memory.reported()).isEqualTo("a store in memory");
        assertThat(memory.declared()).contains(Capability.FIFO_BETWEEN_CLIENTS);
    }

    @Test
    void what_was_written_into_an_entry_is_read_again() {
        Subject all = new Subject("files", "1.2", "files of ext4", Set.of(Capability.values()));
        assertThat(Subject.read(all.entry())).isEqualTo(all);
        Subject little = new Subject("files", "", "two\nlines", Set.of());
        assertThat(Subject.read(little.entry())).isEqualTo(new Subject("files", "", "two lines", Set.of()));
    }

    @Test
    void the_version_is_that_of_the_jar_and_classes_without_a_jar_have_none() {
        assertThat(JarVersion.of(Test.class)).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(JarVersion.of(SubjectTest.class)).isEmpty();
    }
}
