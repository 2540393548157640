// SPDX-License-Identifier: Apache-2.0
/** Fencing tokens between services: clients send them, servers check them. */
@NullMarked
package dev.interlock.spring.boot.fencing;

import org.jspecify.annotations.NullMarked;
