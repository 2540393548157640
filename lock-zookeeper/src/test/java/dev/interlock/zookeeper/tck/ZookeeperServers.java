// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.testbed.server.ZookeeperEnsemble;
import dev.interlock.testbed.server.ZookeeperServer;
import java.util.List;
import java.util.Optional;

/**
 * One server or three, as far as the fixture distinguishes them, and an operator of them.
 *
 * @param servers in the order of their ids
 * @param source what they are, for reports
 * @param restartAll kills all and starts them on the same data
 * @param emptyAll kills all and starts them without data
 * @param closeAll ends all
 * @param operator a client of theirs
 */
public record ZookeeperServers(
        List<ZookeeperServer> servers,
        String source,
        Runnable restartAll,
        Runnable emptyAll,
        Runnable closeAll,
        ZookeeperOperator operator)
        implements AutoCloseable {

    /**
     * One server.
     *
     * @param server closed with the result
     */
    public static ZookeeperServers of(ZookeeperServer server) {
        List<ZookeeperServer> one = List.of(server);
        return new ZookeeperServers(
                one, server.source(), server::restart, server::restartEmpty, server::close, new ZookeeperOperator(one));
    }

    /**
     * An ensemble.
     *
     * @param ensemble closed with the result
     */
    public static ZookeeperServers of(ZookeeperEnsemble ensemble) {
        return new ZookeeperServers(
                ensemble.servers(),
                ensemble.source(),
                ensemble::restart,
                ensemble::restartEmpty,
                ensemble::close,
                new ZookeeperOperator(ensemble.servers()));
    }

    /** {@code host:port} of each, separated by commas. */
    public String connectString() {
        return String.join(
                ",", servers.stream().map(ZookeeperServer::connectString).toList());
    }

    Optional<Runnable> restart() {
        return servers.get(0).ownsProcess() ? Optional.of(restartAll) : Optional.empty();
    }

    @Override
    public void close() {
        operator.close();
        closeAll.run();
    }
}
