// SPDX-License-Identifier: Apache-2.0
/**
 * The records of a run, written by each process, and the checks that judge them afterwards. Processes write with
 * {@link dev.interlock.tck.history.HistoryWriter}; start reading at {@link dev.interlock.tck.history.History}.
 */
@NullMarked
package dev.interlock.tck.history;

import org.jspecify.annotations.NullMarked;
