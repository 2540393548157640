// SPDX-License-Identifier: Apache-2.0
/** What Quarkus runs for this extension when it builds an application. */
@NullMarked
package dev.interlock.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
