// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.CheckRow.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;

/** A path below the user's own. */
final class ZookeeperRoom implements Room {

    private static final int CONNECT_SECONDS = 15;

    private final UriParts uri;
    private final String parent;
    private final String base;
    private final boolean parentIsTheirs;

    ZookeeperRoom(String uri, String mark) {
        this.uri = new UriParts(uri);
        this.parent = this.uri.path().isEmpty() ? "interlock" : this.uri.path();
        this.base = parent + "/report-" + mark;
        this.parentIsTheirs = on(client -> client.checkExists().forPath("/" + parent) != null);
    }

    private interface Look<T> {
        T at(CuratorFramework client) throws Exception;
    }

    private <T> T on(Look<T> look) {
        try (CuratorFramework client = connect()) {
            return look.at(client);
        } catch (Exception e) {
            throw new IllegalStateException(uri.authority() + " cannot be used: " + e.getMessage(), e);
        }
    }

    static void require(String uri) {
        UriParts parts = new UriParts(uri);
        if (!parts.scheme().equals("zookeeper")) {
            throw new IllegalArgumentException("must be a uri with the scheme zookeeper: but has another one");
        }
        if (parts.option("tls", "false").equals("true")) {
            throw new IllegalArgumentException("must be without tls=true, by which this report cannot clean up");
        }
    }

    /** A short session, unless the user's URI sets one, so that the end of a killed client shows soon. */
    @Override
    public LockSettings settings() {
        return uri.at(base).withOption("sessionTimeout", uri.option("sessionTimeout", "6s"));
    }

    @Override
    public List<CheckRow> checks(StartMessages told) {
        return List.of(
                told.of(
                        "session limits",
                        "grant sessions",
                        () -> new CheckRow(
                                "session limits", Verdict.GOOD, "a session is as long as was asked for", "")),
                told.of(
                        "grants",
                        "everybody who reaches",
                        () -> new CheckRow(
                                "grants", Verdict.GOOD, "every step was tried and permitted, behind a login", "")),
                members(),
                new CheckRow("clock", Verdict.GOOD, "nothing here is measured by a wall clock", ""),
                new CheckRow(
                        "TLS",
                        Verdict.LIMITED,
                        "anyone on the network path can read the password and take locks",
                        "open a secure port and use tls=true"));
    }

    /** The members that an ensemble reports; a single server reports none. */
    private CheckRow members() {
        String topic = "replication";
        try (CuratorFramework client = connect()) {
            String config = new String(client.getConfig().forEnsemble(), StandardCharsets.UTF_8);
            long voters = config.lines()
                    .filter(line -> line.startsWith("server.") && !line.contains(":observer"))
                    .count();
            return voters > 2
                    ? new CheckRow(
                            topic, Verdict.GOOD, voters + " servers vote: locks survive the loss of a minority", "")
                    : new CheckRow(
                            topic,
                            Verdict.LIMITED,
                            (voters < 2 ? "one server by itself" : voters + " servers vote")
                                    + ": while one is away nothing is granted or renewed",
                            "run three or five servers");
        } catch (Exception e) {
            return new CheckRow(topic, Verdict.UNKNOWN, "the servers do not tell their members", "");
        }
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Progress without a majority of the servers.", "A lease longer than the session that they grant.");
    }

    @Override
    public void clear() {
        on(client -> {
            try {
                client.delete().guaranteed().deletingChildrenIfNeeded().forPath("/" + base);
                if (!parentIsTheirs) {
                    client.delete().forPath("/" + parent);
                }
                return true;
            } catch (KeeperException.NoNodeException | KeeperException.NotEmptyException gone) {
                return false;
            }
        });
    }

    private CuratorFramework connect() throws InterruptedException {
        CuratorFrameworkFactory.Builder builder =
                CuratorFrameworkFactory.builder().connectString(uri.authority()).retryPolicy(new RetryOneTime(1000));
        if (uri.user() != null) {
            builder.authorization(
                    "digest", (uri.user() + ":" + uri.option("password", "")).getBytes(StandardCharsets.UTF_8));
        }
        CuratorFramework client = builder.build();
        client.start();
        if (!client.blockUntilConnected(CONNECT_SECONDS, TimeUnit.SECONDS)) {
            client.close();
            throw new IllegalStateException("no server of " + uri.authority() + " answered");
        }
        return client;
    }
}
