// SPDX-License-Identifier: Apache-2.0
/** What the page shows: locks of this instance, and what is in the database. */
@NullMarked
package dev.interlock.examples.live;

import org.jspecify.annotations.NullMarked;
