// SPDX-License-Identifier: Apache-2.0
/** Locks in files, for the processes of one machine: the worked example of {@code docs/writing-a-backend.md}. */
@NullMarked
package dev.interlock.examples.file;

import org.jspecify.annotations.NullMarked;
