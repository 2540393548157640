// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No label shows a secret, whatever the connection string. */
class StoreLabelTest {

    @ParameterizedTest
    @CsvSource({
        "redis://localhost:6379, redis://localhost:6379",
        "redis://app:geheim@h:1/3?password=geheim, redis://h:1/3",
        "'zookeeper://a:1,b:2/base', 'zookeeper://a:1,b:2/base'",
        "jdbc:postgresql://h/db?user=u&password=geheim, jdbc:postgresql://h/db",
        "memory:a, memory:a"
    })
    void a_plain_one_shows_where_the_store_is(String uri, String label) {
        assertThat(StoreLabel.of(uri)).isEqualTo(label);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://app:geh?eim@h",
                "redis://app:ge/heim@h",
                "redis://app:geheim",
                "redis://a:geheim@h1,b:geheim@h2",
                "redlock:redis://a:geheim@h1,redis://b:geheim@h2",
                "geheim",
                "geheim:secret/eim"
            })
    void one_in_another_form_shows_nothing(String uri) {
        assertThat(StoreLabel.of(uri)).doesNotContain("geh").doesNotContain("eim");
    }
}
