// SPDX-License-Identifier: Apache-2.0
/** The rules of long sequences of steps, drawn by lot, each judged by what a model of the lock expects. */
@NullMarked
package dev.interlock.tck.rules.sequence;

import org.jspecify.annotations.NullMarked;
