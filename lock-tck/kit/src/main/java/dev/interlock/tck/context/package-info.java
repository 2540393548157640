// SPDX-License-Identifier: Apache-2.0
/** What backends are started with where there is no client. */
@NullMarked
package dev.interlock.tck.context;

import org.jspecify.annotations.NullMarked;
