// SPDX-License-Identifier: Apache-2.0
/** A client that connects at its first use, and whether its store answers, for the modules of frameworks. */
@NullMarked
package dev.interlock.annotation.client;

import org.jspecify.annotations.NullMarked;
