// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot;

import dev.interlock.spring.boot.client.LockClientConfiguration;
import dev.interlock.spring.boot.store.StoreConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Import;

/**
 * The {@link dev.interlock.LockClient} of a Spring Boot application, from {@code interlock.*} or from the store that the
 * application has. A {@code LockClient} bean of the application replaces it.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "interlock.enabled", matchIfMissing = true)
@Import({StoreConfiguration.class, LockClientConfiguration.class})
public final class InterlockAutoConfiguration {

    /** Of the spring container. */
    InterlockAutoConfiguration() {}
}
