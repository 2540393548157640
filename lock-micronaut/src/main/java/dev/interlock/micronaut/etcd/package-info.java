// SPDX-License-Identifier: Apache-2.0
/** Locks in etcd: properties, and the use of the application's own client. */
@NullMarked
package dev.interlock.micronaut.etcd;

import org.jspecify.annotations.NullMarked;
