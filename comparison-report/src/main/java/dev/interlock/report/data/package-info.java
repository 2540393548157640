// SPDX-License-Identifier: Apache-2.0
/**
 * The results of a run of the report: records, separate from their display; {@code report.json} contains exactly these.
 */
@NullMarked
package dev.interlock.report.data;

import org.jspecify.annotations.NullMarked;
