// SPDX-License-Identifier: Apache-2.0
/** Tells people what the report does while it works. */
@NullMarked
package dev.interlock.report.progress;

import org.jspecify.annotations.NullMarked;
