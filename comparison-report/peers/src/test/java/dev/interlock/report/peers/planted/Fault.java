// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

/** What is wrong with a planted peer. */
enum Fault {
    NONE,
    GRANTS_WHAT_IS_HELD,
    LETS_ANYBODY_RELEASE,
    NEVER_EXPIRES,
    IS_NOT_RENEWED,
    BELIEVES_WITHOUT_LOOKING,
    GIVES_ONE_TOKEN_TO_ALL,
    COUNTS_TOKENS_FROM_ONE,
    WAITS_FOR_THE_STORE_FOREVER,
    IS_DEAF_TO_INTERRUPTS,
    RENEWS_WHAT_WAS_NOT_CONFIRMED,
    LOOKS_SELDOM,
    SERVES_THE_LAST_FIRST
}
