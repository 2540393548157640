// SPDX-License-Identifier: Apache-2.0
/** What lock-etcd supplies to the kit: a fixture on a real server, a link through a proxy, hands on the server. */
@NullMarked
package dev.interlock.etcd.tck;

import org.jspecify.annotations.NullMarked;
