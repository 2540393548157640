// SPDX-License-Identifier: Apache-2.0
/** The rules about the life of a hold: renewal, the end of its lease, and its loss. */
@NullMarked
package dev.interlock.tck.rules.lease;

import org.jspecify.annotations.NullMarked;
