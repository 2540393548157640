// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import java.util.List;

/** Names peers, for {@link java.util.ServiceLoader}: the JVMs that use them find them so, also those that tests plant. */
public interface PeerSource {

    /** {@return the peers, in the order of the table} */
    List<Peer> peers();
}
