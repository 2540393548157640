// SPDX-License-Identifier: Apache-2.0
/** What a run of the report found: records, apart from how they are shown; {@code report.json} holds exactly these. */
@NullMarked
package dev.interlock.report.data;

import org.jspecify.annotations.NullMarked;
