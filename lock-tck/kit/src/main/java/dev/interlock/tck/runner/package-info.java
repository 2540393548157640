// SPDX-License-Identifier: Apache-2.0
/** Runs the kit on a fixture without a build tool, and sums up the results of any run, for people and for programs. */
@NullMarked
package dev.interlock.tck.runner;

import org.jspecify.annotations.NullMarked;
