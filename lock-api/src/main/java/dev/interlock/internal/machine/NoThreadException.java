// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

/** No thread could be had for a step within its limit: the step has not begun, and never will. */
public final class NoThreadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoThreadException(String message, Throwable cause) {
        super(message, cause);
    }
}
