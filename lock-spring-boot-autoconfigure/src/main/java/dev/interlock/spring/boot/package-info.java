// SPDX-License-Identifier: Apache-2.0
/** Locks for Spring Boot: the configurations that Boot finds by itself. */
@NullMarked
package dev.interlock.spring.boot;

import org.jspecify.annotations.NullMarked;
