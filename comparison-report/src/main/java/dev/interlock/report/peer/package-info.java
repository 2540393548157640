// SPDX-License-Identifier: Apache-2.0
/** The results of other lock libraries, with the same questions for all: read from the file of the module peers. */
@NullMarked
package dev.interlock.report.peer;

import org.jspecify.annotations.NullMarked;
