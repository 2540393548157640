// SPDX-License-Identifier: Apache-2.0
/**
 * Interlock, raw clients and other lock libraries, in the configurations of their own documentation, behind the same few
 * methods: the {@link dev.interlock.report.contender.Contenders contenders} of the benchmarks and the
 * {@link dev.interlock.report.contender.Peers peers} of the questions.
 */
@NullMarked
package dev.interlock.report.contender;

import org.jspecify.annotations.NullMarked;
