// SPDX-License-Identifier: Apache-2.0
/** What a client reports: events for listeners, and lines for the log. */
@NullMarked
package dev.interlock.internal.event;

import org.jspecify.annotations.NullMarked;
