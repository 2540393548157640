// SPDX-License-Identifier: Apache-2.0
/** The rules of the contract as tests. A backend author starts at the abstract test class and its fixture. */
@NullMarked
package dev.interlock.tck;

import org.jspecify.annotations.NullMarked;
