// SPDX-License-Identifier: Apache-2.0
/** The contenders: the raw clients, Interlock, and other lock libraries, each behind the same few methods. */
@NullMarked
package dev.interlock.report.contention.contender;

import org.jspecify.annotations.NullMarked;
