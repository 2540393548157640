// SPDX-License-Identifier: Apache-2.0
/** The options of the etcd backend. Users need {@link dev.interlock.etcd.options.EtcdLockOptions} only. */
@NullMarked
package dev.interlock.etcd.options;

import org.jspecify.annotations.NullMarked;
