// SPDX-License-Identifier: Apache-2.0
/**
 * TLC on the model of {@code docs/model}: whether traces are behaviours of it; and in the tests each configuration, and
 * the table of guarantees that follows from it.
 */
@NullMarked
package dev.interlock.model;

import org.jspecify.annotations.NullMarked;
