// SPDX-License-Identifier: Apache-2.0
/**
 * Many locks together: one transaction acquires them; renewals and releases are sent without waiting in between.
 */
@NullMarked
package dev.interlock.zookeeper.bulk;

import org.jspecify.annotations.NullMarked;
