// SPDX-License-Identifier: Apache-2.0
/** Whether the stores of the locks answer, for the actuator of Boot 3.5 and of Boot 4. */
@NullMarked
package dev.interlock.spring.boot.health;

import org.jspecify.annotations.NullMarked;
