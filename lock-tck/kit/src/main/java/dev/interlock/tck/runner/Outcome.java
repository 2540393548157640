// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

/** How the test of a rule ended. */
public enum Outcome {
    /** The rule was exercised and kept. */
    PASSED,
    /** The rule was exercised and broken. */
    FAILED,
    /** The test ended otherwise, by an unexpected exception or a time-out: the rule is neither kept nor broken. */
    ERROR,
    /** The fixture lacks a hook, or the test was skipped; the message says which. */
    NOT_EXERCISED
}
