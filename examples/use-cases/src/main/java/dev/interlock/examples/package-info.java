// SPDX-License-Identifier: Apache-2.0
/** What the use cases have in common: the effect of a request, and its refusal. No class knows a framework. */
@NullMarked
package dev.interlock.examples;

import org.jspecify.annotations.NullMarked;
