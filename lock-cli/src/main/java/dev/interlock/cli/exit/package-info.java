// SPDX-License-Identifier: Apache-2.0
/** How the program ends: exit codes, and failures as one line. */
@NullMarked
package dev.interlock.cli.exit;

import org.jspecify.annotations.NullMarked;
