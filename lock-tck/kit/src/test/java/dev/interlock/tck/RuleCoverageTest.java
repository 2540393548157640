// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule has a test, and every test of the kit proves the rule that its name says. */
class RuleCoverageTest {

    /** What the classes of a family start with. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("ACQ", "Acquire"),
            Map.entry("REL", "Release"),
            Map.entry("REN", "Renew"),
            Map.entry("EXP", "Expiry"),
            Map.entry("TOK", "Token"),
            Map.entry("NAME", "Name"),
            Map.entry("ERR", "Error"),
            Map.entry("LOSS", "Loss"),
            Map.entry("REENT", "Reentry"),
            Map.entry("MULTI", "Multi"),
            Map.entry("HAND", "HandOff"),
            Map.entry("RET", "Retention"),
            Map.entry("SHARE", "Share"),
            Map.entry("WAIT", "Wait"),
            Map.entry("CLOSE", "Close"),
            Map.entry("OBS", "Observe"),
            Map.entry("OPS", "Operator"),
            Map.entry("SEQ", "Sequence"),
            Map.entry("PROC", "Process"),
            Map.entry("FAULT", "Fault"));

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
    void every_class_of_rules_starts_with_the_word_of_its_family() {
        assertThat(tests()).allSatisfy(test -> {
            String family = test.getAnnotation(Proves.class).value().family();
            assertThat(test.getDeclaringClass().getSimpleName())
                    .as("the class of %s", test.getName())
                    .startsWith(WORDS.get(family))
                    .endsWith("Rules");
        });
        assertThat(WORDS).containsOnlyKeys(families());
    }

    @Test
    void every_family_is_part_of_the_kit() {
        assertThat(ruleClasses()).isNotEmpty().allSatisfy(type -> {
            assertThat(type.isAnnotationPresent(Nested.class))
                    .as("@Nested on %s", type)
                    .isTrue();
            assertThat(ClientRuleTest.class).isAssignableFrom(type);
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
        return Arrays.stream(LockTck.class.getDeclaredClasses())
                .filter(type -> !Modifier.isStatic(type.getModifiers()))
                .toList();
    }
}
