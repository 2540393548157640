// SPDX-License-Identifier: Apache-2.0
/** The stores that an application has configured for itself, and that can keep its locks. */
@NullMarked
package dev.interlock.spring.boot.store;

import org.jspecify.annotations.NullMarked;
