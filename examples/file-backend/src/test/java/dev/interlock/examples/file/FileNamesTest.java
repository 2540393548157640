// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileNamesTest {

    @ParameterizedTest
    @CsvSource({
        "order-42_b, order-42_b.lock",
        "Order, %4frder.lock",
        "../%2e, %2e%2e%2f%252e.lock",
        "=probe, %3dprobe.lock",
        "a b, a%20b.lock",
        "\u00e4\ud83d\udd12, %c3%a4%f0%9f%94%92.lock",
    })
    void a_name_that_is_not_plain_is_encoded(String name, String file) {
        assertThat(of(name)).isEqualTo(file);
    }

    @Test
    void long_names_have_short_files_of_their_own() {
        String most = "\u00e9".repeat(99);
        assertThat(of(most + "ab")).hasSize(70).startsWith("=").isNotEqualTo(of(most + "ac"));
        assertThat(of("a".repeat(200))).isEqualTo("a".repeat(200) + ".lock");
        assertThat(of("A" + "a".repeat(198))).hasSize(70);
    }

    private static String of(String name) {
        return FileNames.of(new LockName(name));
    }
}
