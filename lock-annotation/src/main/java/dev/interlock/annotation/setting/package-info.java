// SPDX-License-Identifier: Apache-2.0
/** What the settings of frameworks name: known backends, and what a misspelt name may mean. */
@NullMarked
package dev.interlock.annotation.setting;

import org.jspecify.annotations.NullMarked;
