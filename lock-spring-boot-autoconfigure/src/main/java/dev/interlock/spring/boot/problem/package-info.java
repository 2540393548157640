// SPDX-License-Identifier: Apache-2.0
/** What a caller of HTTP gets if a request found no lock. */
@NullMarked
package dev.interlock.spring.boot.problem;

import org.jspecify.annotations.NullMarked;
