// SPDX-License-Identifier: Apache-2.0
/** Health and state of an instance: whether its store answers, and which locks it holds. Needs micronaut-management. */
@NullMarked
package dev.interlock.micronaut.management;

import org.jspecify.annotations.NullMarked;
