// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.spi.LockBackend;

/** Opens a client on a backend: the real client, or a broken one that the simulation must detect. */
@FunctionalInterface
interface Opener {

    LockClient open(LockBackend backend, ClientOptions options);
}
