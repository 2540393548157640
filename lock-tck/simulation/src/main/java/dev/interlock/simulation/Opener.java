// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.spi.LockBackend;

/** Opens a client on a backend: the real one, or one that is broken to see whether the simulation notices. */
@FunctionalInterface
interface Opener {

    LockClient open(LockBackend backend, ClientOptions options);
}
