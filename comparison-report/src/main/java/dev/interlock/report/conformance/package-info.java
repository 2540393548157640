// SPDX-License-Identifier: Apache-2.0
/** The statements of conformance in the repository: their check, and the page and badges that are made of them. */
@NullMarked
package dev.interlock.report.conformance;

import org.jspecify.annotations.NullMarked;
