// SPDX-License-Identifier: Apache-2.0
/** The start: a probe of every request that is needed later, so that a missing right or an old server shows at once. */
@NullMarked
package dev.interlock.etcd.start;

import org.jspecify.annotations.NullMarked;
