// SPDX-License-Identifier: Apache-2.0
/** Renders a report as an HTML page, as JSON and as a table on the terminal; reads only the records. */
@NullMarked
package dev.interlock.report.page;

import org.jspecify.annotations.NullMarked;
