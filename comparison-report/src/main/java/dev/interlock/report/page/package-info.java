// SPDX-License-Identifier: Apache-2.0
/** Shows a report: as a page of HTML, as JSON and as a table on the terminal; reads nothing but the records. */
@NullMarked
package dev.interlock.report.page;

import org.jspecify.annotations.NullMarked;
