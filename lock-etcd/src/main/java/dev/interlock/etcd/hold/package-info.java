// SPDX-License-Identifier: Apache-2.0
/** One lock: a try, a hold from its grant to its end, and an inspection. */
@NullMarked
package dev.interlock.etcd.hold;

import org.jspecify.annotations.NullMarked;
