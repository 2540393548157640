// SPDX-License-Identifier: Apache-2.0
/**
 * One acquisition: its place in the queue, its requests, its limits and its failures. Start reading at
 * {@link dev.interlock.internal.acquire.Acquisition}.
 */
@NullMarked
package dev.interlock.internal.acquire;

import org.jspecify.annotations.NullMarked;
