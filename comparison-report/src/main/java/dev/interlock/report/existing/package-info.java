// SPDX-License-Identifier: Apache-2.0
/** The rules that break nothing, on a server that somebody else runs, in a room of their own that is cleared afterwards. */
@NullMarked
package dev.interlock.report.existing;

import org.jspecify.annotations.NullMarked;
