// SPDX-License-Identifier: Apache-2.0
/** A real headless browser for tests of pages. It needs jackson-databind, which its users add as a dependency. */
@NullMarked
package dev.interlock.testbed.browser;

import org.jspecify.annotations.NullMarked;
