// SPDX-License-Identifier: Apache-2.0
/** What the page shows of this instance and of the database. */
@NullMarked
package dev.interlock.examples.live;

import org.jspecify.annotations.NullMarked;
