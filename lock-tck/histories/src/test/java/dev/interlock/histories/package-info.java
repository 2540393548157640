// SPDX-License-Identifier: Apache-2.0
/** What client processes see of real stores, held to the model of {@code docs/model}. */
@NullMarked
package dev.interlock.histories;

import org.jspecify.annotations.NullMarked;
