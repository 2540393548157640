// SPDX-License-Identifier: Apache-2.0
/** Several locks acquired as one: in steps that cannot deadlock, or by one request. */
@NullMarked
package dev.interlock.internal.multi;

import org.jspecify.annotations.NullMarked;
