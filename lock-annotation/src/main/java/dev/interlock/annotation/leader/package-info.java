// SPDX-License-Identifier: Apache-2.0
/** Methods that lead an election: what {@code @Leader} means in each framework. */
@NullMarked
package dev.interlock.annotation.leader;

import org.jspecify.annotations.NullMarked;
