// SPDX-License-Identifier: Apache-2.0
/** The stored format: keys of locks, fencing tokens from revisions, and times to live in whole seconds. Sends no requests. */
@NullMarked
package dev.interlock.etcd.key;

import org.jspecify.annotations.NullMarked;
