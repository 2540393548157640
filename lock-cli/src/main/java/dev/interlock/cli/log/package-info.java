// SPDX-License-Identifier: Apache-2.0
/** What the library logs, on standard error: warnings only. */
@NullMarked
package dev.interlock.cli.log;

import org.jspecify.annotations.NullMarked;
