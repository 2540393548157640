// SPDX-License-Identifier: Apache-2.0
/** Locks around publishers of Project Reactor. */
@NullMarked
package dev.interlock.reactor;

import org.jspecify.annotations.NullMarked;
