// SPDX-License-Identifier: Apache-2.0
/** Locks that several may hold. */
@NullMarked
package dev.interlock.zookeeper.share;

import org.jspecify.annotations.NullMarked;
