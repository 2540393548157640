// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HolderTest {

    @Test
    void a_hint_is_shown_as_printable_ascii() {
        assertThat(hint("a\n\u001b[31m\u00e4 ~")).contains("a??[31m? ~");
        assertThat(hint("host:7 'x'")).contains("host:7 'x'");
    }

    @Test
    void there_may_be_no_hint() {
        assertThat(new Holder(1, Optional.empty(), Optional.empty()).hint()).isEmpty();
    }

    private static Optional<String> hint(String written) {
        return new Holder(1, Optional.empty(), Optional.of(written)).hint();
    }
}
