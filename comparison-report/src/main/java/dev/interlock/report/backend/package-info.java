// SPDX-License-Identifier: Apache-2.0
/**
 * The subjects of the report: one class for each backend, which finds or starts its store and chooses its measurements.
 */
@NullMarked
package dev.interlock.report.backend;

import org.jspecify.annotations.NullMarked;
