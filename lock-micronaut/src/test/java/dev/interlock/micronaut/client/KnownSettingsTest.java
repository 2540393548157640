// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.micronaut.docs.BoundProperties;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class KnownSettingsTest {

    @Test
    void the_known_settings_are_those_that_the_annotation_processor_found() throws Exception {
        List<String> known = Stream.concat(
                        KnownSettings.GENERAL.stream().map(name -> KnownSettings.START + name),
                        KnownSettings.OF_NAMED_LOCKS.stream().map(name -> KnownSettings.NAMED + "*." + name))
                .toList();
        assertThat(BoundProperties.names()).containsExactlyInAnyOrderElementsOf(known);
    }
}
