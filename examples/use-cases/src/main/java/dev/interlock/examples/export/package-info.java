// SPDX-License-Identifier: Apache-2.0
/** Work of which only so much may run at a time, in all instances together. */
@NullMarked
package dev.interlock.examples.export;

import org.jspecify.annotations.NullMarked;
