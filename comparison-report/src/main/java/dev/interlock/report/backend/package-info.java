// SPDX-License-Identifier: Apache-2.0
/** What the report runs on: one class for each backend, which knows how to get a store and what to measure there. */
@NullMarked
package dev.interlock.report.backend;

import org.jspecify.annotations.NullMarked;
