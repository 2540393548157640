// SPDX-License-Identifier: Apache-2.0
/** The instruments with which a rule watches or disturbs a client: its backend, its clock, its threads, its events. */
@NullMarked
package dev.interlock.tck.rules.instrument;

import org.jspecify.annotations.NullMarked;
