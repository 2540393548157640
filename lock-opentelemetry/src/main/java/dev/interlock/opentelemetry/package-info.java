// SPDX-License-Identifier: Apache-2.0
/** Waits and holds of a lock client, as spans of OpenTelemetry. */
@NullMarked
package dev.interlock.opentelemetry;

import org.jspecify.annotations.NullMarked;
