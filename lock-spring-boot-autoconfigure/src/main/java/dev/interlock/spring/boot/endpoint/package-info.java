// SPDX-License-Identifier: Apache-2.0
/** The endpoints {@code locks} and {@code lockstore} of the actuator. */
@NullMarked
package dev.interlock.spring.boot.endpoint;

import org.jspecify.annotations.NullMarked;
