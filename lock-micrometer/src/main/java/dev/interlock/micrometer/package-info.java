// SPDX-License-Identifier: Apache-2.0
/** What a lock client does, as meters of Micrometer. */
@NullMarked
package dev.interlock.micrometer;

import org.jspecify.annotations.NullMarked;
