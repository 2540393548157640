// SPDX-License-Identifier: Apache-2.0
/** Methods that run under a lock: what their annotation and their body use, in each framework. */
@NullMarked
package dev.interlock.annotation;

import org.jspecify.annotations.NullMarked;
