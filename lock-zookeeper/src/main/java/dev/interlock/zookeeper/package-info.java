// SPDX-License-Identifier: Apache-2.0
/**
 * The ZooKeeper backend. Users need this package and {@code options}. The other packages are not for users: their public
 * classes are so for their neighbours, and may change at any time.
 *
 * <p>The packages are layers. Each sees only those below it:
 *
 * <pre>
 * zookeeper  the backend and its provider
 * start      the probe at the start
 * share      locks that several may hold
 * bulk       many locks with one request
 * queue      one lock: try, wait, inspect
 * hold       a hold from its grant to its end
 * session    the connection, its requests, its errors
 * node       names, numbers and content of nodes
 * options    options, and their form in a uri
 * </pre>
 */
@NullMarked
package dev.interlock.zookeeper;

import org.jspecify.annotations.NullMarked;
