// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

/** Which way a message travels. */
public enum Direction {
    /** From the client to the server. */
    REQUEST,
    /** From the server to the client. */
    REPLY
}
