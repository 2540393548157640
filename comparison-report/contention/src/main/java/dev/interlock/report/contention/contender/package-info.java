// SPDX-License-Identifier: Apache-2.0
/** What is compared: the raw clients, Interlock, and other lock libraries, each behind the same few methods. */
@NullMarked
package dev.interlock.report.contention.contender;

import org.jspecify.annotations.NullMarked;
