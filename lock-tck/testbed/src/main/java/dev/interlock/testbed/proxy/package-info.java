// SPDX-License-Identifier: Apache-2.0
/** Faults on the way between a client and its server: start with {@link dev.interlock.testbed.proxy.GateProxy}. */
@NullMarked
package dev.interlock.testbed.proxy;

import org.jspecify.annotations.NullMarked;
