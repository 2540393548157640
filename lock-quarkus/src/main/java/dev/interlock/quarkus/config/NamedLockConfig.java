// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithParentName;
import java.util.Optional;

/** The settings of one lock or a family of locks. Thread-safe. */
@ConfigGroup
public interface NamedLockConfig {

    /**
     * Which locks: a name, or the start of names followed by an asterisk. The name of the block by default.
     *
     * @return the pattern
     */
    Optional<String> pattern();

    /**
     * What applies to their acquisitions.
     *
     * @return the settings
     */
    @WithParentName
    AcquisitionConfig acquisition();
}
