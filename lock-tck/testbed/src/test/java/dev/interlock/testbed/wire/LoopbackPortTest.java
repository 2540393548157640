// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoopbackPortTest {

    /** Of 12,000 ports; without a claim two of so many would be equal, in 49 of 50 runs. */
    @Test
    void no_port_is_given_twice() {
        List<Integer> ports = IntStream.range(0, 300)
                .parallel()
                .mapToObj(draw -> LoopbackPort.free())
                .toList();
        assertThat(ports).doesNotHaveDuplicates();
    }
}
