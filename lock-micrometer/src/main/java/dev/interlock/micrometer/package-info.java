// SPDX-License-Identifier: Apache-2.0
/** The events of a lock client as Micrometer meters. */
@NullMarked
package dev.interlock.micrometer;

import org.jspecify.annotations.NullMarked;
