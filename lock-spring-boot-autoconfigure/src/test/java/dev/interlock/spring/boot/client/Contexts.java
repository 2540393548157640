// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spring.boot.InterlockAutoConfiguration;
import dev.interlock.spring.boot.config.LockConfigurationException;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Contexts with the locks alone. */
public final class Contexts {

    private Contexts() {}

    public static ApplicationContextRunner with(String... properties) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(InterlockAutoConfiguration.class))
                .withPropertyValues(properties);
    }

    /** The reason why a context does not start. */
    public static LockConfigurationException refusal(ApplicationContextRunner runner) {
        AtomicReference<LockConfigurationException> found = new AtomicReference<>();
        runner.run(context -> {
            assertThat(context).hasFailed();
            Throwable cause = context.getStartupFailure();
            while (cause != null && !(cause instanceof LockConfigurationException)) {
                cause = cause.getCause();
            }
            assertThat(cause).as("of %s", context.getStartupFailure()).isNotNull();
            found.set((LockConfigurationException) cause);
        });
        return found.get();
    }
}
