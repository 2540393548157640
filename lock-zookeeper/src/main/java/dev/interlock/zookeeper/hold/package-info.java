// SPDX-License-Identifier: Apache-2.0
/**
 * Holds: a grant, the end of its lease, its renewal and its release.
 */
@NullMarked
package dev.interlock.zookeeper.hold;

import org.jspecify.annotations.NullMarked;
