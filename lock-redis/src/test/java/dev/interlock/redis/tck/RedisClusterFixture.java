// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.redis.RedisLockBackend;
import dev.interlock.redis.options.RedisCluster.Node;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisLockOptions.Pool;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.StoreDamage;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.process.ProcessAccess;
import dev.interlock.testbed.server.RedisCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kit's way to a cluster; but for the rule that sets a clock: it does so at a server by itself. */
public final class RedisClusterFixture extends ForwardingFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String OPTIONS = "?timeout=5s&connectTimeout=15s&poolWait=5s";

    private final RedisCluster cluster;

    /**
     * The backend of this module on a cluster.
     *
     * @param cluster where the locks are; stays open
     */
    public RedisClusterFixture(RedisCluster cluster) {
        super(new RedisFixture(cluster.primaries().get(0)));
        this.cluster = cluster;
        teachScripts();
    }

    /**
     * A client teaches a node its scripts when it first needs them there. What a link does to a step would else be done to
     * a request that the node answers without executing anything.
     */
    private void teachScripts() {
        String queue = text("queue.lua");
        for (String script : List.of(
                queue + text("acquire.lua"),
                queue + text("release.lua"),
                queue + text("operator/free.lua"),
                text("renew.lua"))) {
            cluster.primaries().forEach(node -> node.command("SCRIPT", "LOAD", script));
        }
    }

    private static String text(String script) {
        try (InputStream file = RedisLockBackend.class.getResourceAsStream(script)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LockBackend open(RedisCluster cluster) {
        return new RedisClusterOpener().open(cluster.uri() + OPTIONS);
    }

    /** Reaches each node by its port at another one. */
    private static LockBackend openThrough(RedisCluster cluster, Map<Integer, Integer> ports, Duration timeout) {
        Server standard = Server.STANDARD;
        Server server = new Server(
                standard.host(), standard.port(), false, 0, null, null, standard.clientName(), PATIENCE, timeout);
        Pool pool = new Pool(Pool.STANDARD.size(), 0, PATIENCE, false, true);
        RedisLockOptions options = new RedisLockOptions(
                server,
                pool,
                RedisLockOptions.STANDARD.prefix(),
                RedisLockOptions.STANDARD.tokenTtl(),
                RedisLockOptions.STANDARD.pollFallback(),
                RedisLockOptions.STANDARD.acknowledged());
        List<Node> nodes = cluster.primaries().stream()
                .map(node -> new Node(node.host(), ports.get(node.port())))
                .toList();
        return RedisLockBackend.routing(
                new dev.interlock.redis.options.RedisCluster(nodes),
                options,
                node -> new Node(node.host(), ports.getOrDefault(node.port(), node.port())));
    }

    @Override
    public LockBackend openBackend() {
        return open(cluster);
    }

    @Override
    public String description() {
        return "a cluster of " + cluster.nodes().size() + " x " + super.description();
    }

    /** Those of one server are for a client of one server. */
    @Override
    public List<StoreTrouble> troubles() {
        return List.of();
    }

    @Override
    public List<StoreDamage> damages() {
        return List.of(new StoreDamage("two foreign values", new RedisClusterStoreHooks(cluster)::overwrite));
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(new RedisClusterStoreHooks(cluster));
    }

    @Override
    public Optional<Runnable> restart() {
        return Optional.of(() -> {
            cluster.restart();
            teachScripts();
        });
    }

    @Override
    public LockBackend openForRestart() {
        return open(cluster);
    }

    @Override
    public Optional<FaultLink> link() {
        return Optional.of(new RedisClusterLink(cluster, RedisSteps.SCRIPTS, RedisClusterFixture::openThrough));
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(RedisClusterFailOver.start(RedisClusterFixture::open));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(new ProcessAccess(RedisClusterOpener.class, cluster.uri() + OPTIONS));
    }
}
