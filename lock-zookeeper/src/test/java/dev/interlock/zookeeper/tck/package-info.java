// SPDX-License-Identifier: Apache-2.0
/** What lock-zookeeper supplies to the kit: a fixture on real servers, a link through a proxy, hands on the servers. */
@NullMarked
package dev.interlock.zookeeper.tck;

import org.jspecify.annotations.NullMarked;
