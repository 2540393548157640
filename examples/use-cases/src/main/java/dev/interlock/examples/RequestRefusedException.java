// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

/** The rules of a use case refuse the request; it had no effect and never will. */
public final class RequestRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * A refusal with its reason.
     *
     * @param reason for the caller
     */
    public RequestRefusedException(String reason) {
        super(reason);
    }
}
