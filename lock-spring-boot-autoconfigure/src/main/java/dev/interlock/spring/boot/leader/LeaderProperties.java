// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.leader;

import dev.interlock.spring.boot.config.InterlockProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The leader initiator of Spring Integration. Immutable.
 *
 * @param role The role that this instance stands for. Without it, there is no leader initiator.
 * @param election The name of the election, and of its lock. The role by default.
 */
@ConfigurationProperties(LeaderProperties.PREFIX)
record LeaderProperties(@Nullable String role, @Nullable String election) {

    static final String PREFIX = InterlockProperties.PREFIX + ".leader";
    static final String ROLE = PREFIX + ".role";
}
