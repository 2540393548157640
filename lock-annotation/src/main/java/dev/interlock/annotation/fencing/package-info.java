// SPDX-License-Identifier: Apache-2.0
/** Fencing tokens in requests between services: what the modules of the frameworks share. */
@NullMarked
package dev.interlock.annotation.fencing;

import org.jspecify.annotations.NullMarked;
