// SPDX-License-Identifier: Apache-2.0
/** The rules about a grant: acquiring, releasing, fencing tokens and names. */
@NullMarked
package dev.interlock.tck.rules.grant;

import org.jspecify.annotations.NullMarked;
