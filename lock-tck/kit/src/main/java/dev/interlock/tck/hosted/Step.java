// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.hosted;

/** What travels from a client process to the host; the ordinal is the byte that names it. */
enum Step {
    CAPABILITIES,
    ACQUIRE,
    RENEW,
    RELEASE
}
