// SPDX-License-Identifier: Apache-2.0
/** The client that a user gets: its start and close, its locks and re-entrant views. */
@NullMarked
package dev.interlock.internal.client;

import org.jspecify.annotations.NullMarked;
