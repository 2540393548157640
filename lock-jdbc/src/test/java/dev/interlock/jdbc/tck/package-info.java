// SPDX-License-Identifier: Apache-2.0
/** What lock-jdbc supplies to the kit: a fixture on a real server, a link through a proxy, hands on the server. */
@NullMarked
package dev.interlock.jdbc.tck;

import org.jspecify.annotations.NullMarked;
