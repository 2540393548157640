// SPDX-License-Identifier: Apache-2.0
/** The progress of the report during the run. */
@NullMarked
package dev.interlock.report.progress;

import org.jspecify.annotations.NullMarked;
