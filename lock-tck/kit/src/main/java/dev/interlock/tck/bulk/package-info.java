// SPDX-License-Identifier: Apache-2.0
/** Steps for many locks in one request, for the tests of backends that offer them. */
@NullMarked
package dev.interlock.tck.bulk;

import org.jspecify.annotations.NullMarked;
