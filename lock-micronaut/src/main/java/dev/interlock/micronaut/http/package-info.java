// SPDX-License-Identifier: Apache-2.0
/** Fencing tokens between services: sent along by clients, checked by servers. Needs micronaut-http. */
@NullMarked
package dev.interlock.micronaut.http;

import org.jspecify.annotations.NullMarked;
