// SPDX-License-Identifier: Apache-2.0
/** What {@code @Locked} means, as tests that each framework's module runs on an application of its own. */
@NullMarked
package dev.interlock.annotation.cases;

import org.jspecify.annotations.NullMarked;
