// SPDX-License-Identifier: Apache-2.0
/** The page's data on this instance and on the database. */
@NullMarked
package dev.interlock.examples.micronaut.live;

import org.jspecify.annotations.NullMarked;
