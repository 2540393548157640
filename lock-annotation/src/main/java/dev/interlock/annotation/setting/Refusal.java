// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import org.jspecify.annotations.Nullable;

/** Makes the exception by which a framework refuses its configuration. Thread-safe. */
@FunctionalInterface
public interface Refusal {

    /**
     * Makes the exception.
     *
     * @param property the property
     * @param found what is wrong with it; never a password
     * @param remedy what to write, as sentences
     * @param cause the exception that found it, or null
     * @return the exception of the framework, to be thrown by the caller
     */
    RuntimeException of(String property, String found, String remedy, @Nullable Throwable cause);
}
