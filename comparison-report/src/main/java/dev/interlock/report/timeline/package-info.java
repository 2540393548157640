// SPDX-License-Identifier: Apache-2.0
/** Histories as pictures: who asked, was granted, believed, was stopped and wrote; and as files for other tools. */
@NullMarked
package dev.interlock.report.timeline;

import org.jspecify.annotations.NullMarked;
