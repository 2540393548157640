// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import dev.interlock.ClientOptions;
import dev.interlock.annotation.setting.OptionsReader;
import dev.interlock.annotation.setting.Refusal;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Set;

/** Turns properties into the options of a client. */
public final class ClientSettings {

    /** Makes Quarkus' exception for what the shared code refuses. */
    public static final Refusal REFUSAL = (property, found, remedy, cause) ->
            new ConfigurationException(found + ". " + remedy, cause, Set.of(property));

    private ClientSettings() {}

    /**
     * Reads the options of a client.
     *
     * @param prefix the start of the property names, with the last dot
     * @param config the properties
     * @param inherited options for what they do not set
     * @return the options
     * @throws ConfigurationException if a value is out of bounds
     */
    public static ClientOptions options(String prefix, ClientConfig config, ClientOptions inherited) {
        return new OptionsReader(prefix, QuarkusDuration::of, REFUSAL).options(new ClientValues(config), inherited);
    }
}
