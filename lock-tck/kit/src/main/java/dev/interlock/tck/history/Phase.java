// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

/** The part of an operation that an event records. Immutable. */
public enum Phase {

    /** Written before the request is sent. */
    INVOKE,

    /** The operation took effect between its invoke and now. */
    OK,

    /** The operation surely had no effect. */
    FAIL,

    /** The operation may have taken effect, or may still do so. */
    INFO,

    /** A belief goes on. */
    NOTE
}
