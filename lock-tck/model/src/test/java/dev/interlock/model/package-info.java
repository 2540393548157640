// SPDX-License-Identifier: Apache-2.0
/** TLC on the model of {@code docs/model}: each configuration, and the table of guarantees that follows from it. */
@NullMarked
package dev.interlock.model;

import org.jspecify.annotations.NullMarked;
