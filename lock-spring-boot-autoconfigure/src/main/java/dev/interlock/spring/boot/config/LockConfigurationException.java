// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import dev.interlock.annotation.setting.Refusal;
import org.jspecify.annotations.Nullable;

/** The configuration of locks cannot work, so the application does not start. The message says what was found. */
public final class LockConfigurationException extends RuntimeException {

    /** Makes this exception for what the shared code refuses. */
    public static final Refusal REFUSAL =
            (property, found, remedy, cause) -> new LockConfigurationException(found, remedy, cause);

    private static final long serialVersionUID = 1L;

    private final String remedy;

    /**
     * Creates the exception.
     *
     * @param found the property or bean, and what is wrong with it; never a password
     * @param remedy what to write
     * @param cause the exception of a store or driver, or null
     */
    public LockConfigurationException(String found, String remedy, @Nullable Throwable cause) {
        super(found, cause);
        this.remedy = remedy;
    }

    /**
     * What to write instead.
     *
     * @return a sentence or more
     */
    public String remedy() {
        return remedy;
    }
}
