// SPDX-License-Identifier: Apache-2.0
/** The rules that break nothing, on the user's own server, in a room of their own that is cleared afterwards. */
@NullMarked
package dev.interlock.report.existing;

import org.jspecify.annotations.NullMarked;
