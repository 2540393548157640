// SPDX-License-Identifier: Apache-2.0
/** The backend as the engine calls it: an exception, or a result that breaks the contract of the SPI, becomes an outcome. */
@NullMarked
package dev.interlock.internal.backend;

import org.jspecify.annotations.NullMarked;
