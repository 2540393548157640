// SPDX-License-Identifier: Apache-2.0
/** The rules of an operator, which lists the locks of all clients and frees one of them. */
@NullMarked
package dev.interlock.tck.rules.operator;

import org.jspecify.annotations.NullMarked;
