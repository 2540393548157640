// SPDX-License-Identifier: Apache-2.0
/** What a misspelt setting may mean, for the modules of frameworks. */
@NullMarked
package dev.interlock.annotation.setting;

import org.jspecify.annotations.NullMarked;
