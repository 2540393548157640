// SPDX-License-Identifier: Apache-2.0
/** Settings of frameworks: the options of a client, required capabilities, known backends, and what a misspelt name may mean. */
@NullMarked
package dev.interlock.annotation.setting;

import org.jspecify.annotations.NullMarked;
