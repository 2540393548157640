// SPDX-License-Identifier: Apache-2.0
/**
 * The etcd backend. Users need this package and {@code options}. The other packages are not for users: their public
 * classes are so for their neighbours, and may change at any time.
 *
 * <p>The packages are layers. Each sees only those below it:
 *
 * <pre>
 * etcd     the backend and its provider
 * start    the probe at the start
 * queue    a waiter with a place in a lock's queue
 * hold     one lock: try, renew, release, inspect
 * request  the driver's client, and single requests
 * error    what the driver's errors mean
 * key      keys of locks, fencing tokens and times to live
 * options  options, and their form in a uri
 * </pre>
 */
@NullMarked
package dev.interlock.etcd;

import org.jspecify.annotations.NullMarked;
