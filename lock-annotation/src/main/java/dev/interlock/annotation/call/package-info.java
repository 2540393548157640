// SPDX-License-Identifier: Apache-2.0
/** Calls of annotated methods, for the modules of frameworks: the meaning of the annotation, without its reading. */
@NullMarked
package dev.interlock.annotation.call;

import org.jspecify.annotations.NullMarked;
