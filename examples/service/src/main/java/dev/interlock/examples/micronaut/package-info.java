// SPDX-License-Identifier: Apache-2.0
/** The use cases as a Micronaut service on the locks of any store; only its configuration decides which store. */
@NullMarked
package dev.interlock.examples.micronaut;

import org.jspecify.annotations.NullMarked;
