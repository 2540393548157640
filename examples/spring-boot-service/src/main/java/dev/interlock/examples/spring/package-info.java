// SPDX-License-Identifier: Apache-2.0
/** The use cases as a Spring Boot service: a controller for each, a schedule, and one configuration. */
@NullMarked
package dev.interlock.examples.spring;

import org.jspecify.annotations.NullMarked;
