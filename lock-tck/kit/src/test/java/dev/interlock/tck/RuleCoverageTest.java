// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule has a test, and every test of the kit proves the rule that its name says. */
class RuleCoverageTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource("families")
    void every_rule_of_the_family_has_a_test(String family) {
        var proven =
                tests().map(test -> test.getAnnotation(Proves.class).value()).toList();
        assertThat(Rule.values())
                .filteredOn(rule -> rule.family().equals(family))
                .as("rules without a test")
                .allSatisfy(rule -> assertThat(proven).contains(rule));
    }

    @Test
    void every_test_proves_the_rule_that_its_name_starts_with() {
        assertThat(tests()).allSatisfy(test -> {
            Proves proves = test.getAnnotation(Proves.class);
            assertThat(proves).as("@Proves on %s", test).isNotNull();
            assertThat(test.getName()).startsWith(proves.value() + "_");
        });
    }

    @Test
    void every_family_is_part_of_the_kit() {
        assertThat(ruleClasses()).isNotEmpty().allSatisfy(type -> {
            assertThat(type.isAnnotationPresent(Nested.class))
                    .as("@Nested on %s", type)
                    .isTrue();
            assertThat(RuleFamily.class).isAssignableFrom(type);
        });
    }

    static List<String> families() {
        return List.copyOf(
                Arrays.stream(Rule.values()).map(Rule::family).collect(Collectors.toCollection(TreeSet::new)));
    }

    static Stream<Method> tests() {
        return ruleClasses().stream()
                .flatMap(type -> Arrays.stream(type.getSuperclass().getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class));
    }

    private static List<Class<?>> ruleClasses() {
        return List.of(LockTck.class.getDeclaredClasses());
    }
}
