// SPDX-License-Identifier: Apache-2.0
/** How long: the complete options of an acquisition, the deadline of a hold, when to renew, and leases that adapt. */
@NullMarked
package dev.interlock.internal.lease;

import org.jspecify.annotations.NullMarked;
