// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.util.List;

/**
 * Lists peers for {@link java.util.ServiceLoader}, by which the client JVMs find them, including those that tests
 * plant.
 */
public interface PeerSource {

    /** {@return the peers, in the order of the table} */
    List<Peer> peers();
}
