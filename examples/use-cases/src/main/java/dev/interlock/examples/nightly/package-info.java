// SPDX-License-Identifier: Apache-2.0
/** A job that runs once for a tick, on the instance that arrives first. */
@NullMarked
package dev.interlock.examples.nightly;

import org.jspecify.annotations.NullMarked;
