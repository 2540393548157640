// SPDX-License-Identifier: Apache-2.0
/** The events of a lock client as events of the JDK Flight Recorder. Needs the module {@code jdk.jfr}. */
@NullMarked
package dev.interlock.jfr;

import org.jspecify.annotations.NullMarked;
