// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.infra.runners.TestList;

/** Each stress test of this module, for a short while in this process: a result that it forbids is a failure. */
class StressTest {

    @TestFactory
    Stream<DynamicTest> no_forbidden_result() {
        return TestList.tests().stream().sorted().map(name -> DynamicTest.dynamicTest(name, () -> check(name)));
    }

    private static void check(String name) throws Exception {
        ShortRun run = new ShortRun(TestList.getInfo(name));
        Map<String, Long> results = run.results();
        assertThat(results)
                .as("%s was seen so many times", results)
                .isNotEmpty()
                .allSatisfy((result, times) -> assertThat(run.graded(result).expect())
                        .as("[%s]: %s", result, run.graded(result).description())
                        .isNotEqualTo(FORBIDDEN));
    }
}
