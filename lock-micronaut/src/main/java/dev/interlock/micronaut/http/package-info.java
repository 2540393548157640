// SPDX-License-Identifier: Apache-2.0
/** Fencing tokens between services: clients send them, servers check them. Needs micronaut-http. */
@NullMarked
package dev.interlock.micronaut.http;

import org.jspecify.annotations.NullMarked;
