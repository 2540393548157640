// SPDX-License-Identifier: Apache-2.0
/** The example of the README, outside of our packages, as a reader's program is. */
@org.jspecify.annotations.NullMarked
package dev.interlock.readme;
