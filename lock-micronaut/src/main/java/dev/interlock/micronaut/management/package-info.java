// SPDX-License-Identifier: Apache-2.0
/** What operators ask an instance: whether its store answers, and what it holds. Needs micronaut-management. */
@NullMarked
package dev.interlock.micronaut.management;

import org.jspecify.annotations.NullMarked;
