// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import dev.interlock.ClientOptions;
import dev.interlock.annotation.setting.OptionsReader;
import org.springframework.boot.convert.DurationStyle;

/** Turns properties into the options of a client. */
public final class ClientSettings {

    private ClientSettings() {}

    /**
     * Reads the options of a client.
     *
     * @param prefix the start of the property names, with the last dot
     * @param properties the properties
     * @param inherited options for what they do not set
     * @return the options
     * @throws LockConfigurationException if a value is out of bounds
     */
    public static ClientOptions options(String prefix, ClientProperties properties, ClientOptions inherited) {
        return new OptionsReader(prefix, DurationStyle::detectAndParse, LockConfigurationException.REFUSAL)
                .options(properties, inherited);
    }
}
