// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The properties of the application as a whole. Thread-safe. */
@ConfigMapping(prefix = InterlockConfig.PREFIX)
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface InterlockConfig {

    /** The start of all properties, without the last dot. */
    String PREFIX = "interlock";

    /**
     * The main client, which the application's {@code LockClient} bean is.
     *
     * @return its settings
     */
    @WithParentName
    ClientConfig main();

    /**
     * Further clients.
     *
     * @return their settings by name
     */
    Map<String, ClientConfig> clients();

    /**
     * The meters.
     *
     * @return their settings
     */
    Metrics metrics();

    /** The settings of the meters. */
    interface Metrics {

        /**
         * Whether there are meters, if the application has Micrometer.
         *
         * @return true by default
         */
        @WithDefault("true")
        boolean enabled();

        /**
         * Names of locks, or starts of names followed by an asterisk, that the meters tell apart. At most 100.
         *
         * @return none by default
         */
        Optional<List<String>> names();
    }
}
