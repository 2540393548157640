// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples;

/** The rules of a use case say no; the request had no effect and never will. */
public final class RequestRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Says no.
     *
     * @param reason for the caller
     */
    public RequestRefusedException(String reason) {
        super(reason);
    }
}
