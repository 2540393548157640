// SPDX-License-Identifier: Apache-2.0
/** The endpoint {@code locks} of the actuator. */
@NullMarked
package dev.interlock.spring.boot.endpoint;

import org.jspecify.annotations.NullMarked;
