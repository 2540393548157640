// SPDX-License-Identifier: Apache-2.0
/** A real browser without a window, for tests of pages. It needs jackson-databind, which whoever uses it brings along. */
@NullMarked
package dev.interlock.testbed.browser;

import org.jspecify.annotations.NullMarked;
