// SPDX-License-Identifier: Apache-2.0
/** Histories as pictures, with requests, grants, beliefs, stops and writes; and as files for other tools. */
@NullMarked
package dev.interlock.report.timeline;

import org.jspecify.annotations.NullMarked;
