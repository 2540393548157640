// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.jvm;

/** The other process answered with an exception; the message is that exception's text. */
public final class RequestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RequestFailedException(String text) {
        super(text);
    }
}
