// SPDX-License-Identifier: Apache-2.0
/** Interlock as a lock registry of Spring Integration: {@link dev.interlock.spring.integration.InterlockLockRegistry}. */
@NullMarked
package dev.interlock.spring.integration;

import org.jspecify.annotations.NullMarked;
