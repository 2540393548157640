// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.election;

import dev.interlock.Candidacy;
import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.retry.RetryForever;

/** A candidate of one library, behind a connection of its own. */
interface Contestant extends AutoCloseable {

    /** Whether its library says, now, that it leads. */
    boolean believes();

    /** How often it began to lead. */
    int terms();

    /** Stands down and ends its connection. */
    @Override
    void close();

    /** A library. */
    enum Library {
        INTERLOCK {
            @Override
            Contestant stand(String address, Duration session) {
                LockClient client = LockClient.connect(LockSettings.of("zookeeper://" + address)
                        .withOption("sessionTimeout", session.toMillis() + "ms"));
                AtomicInteger terms = new AtomicInteger();
                Candidacy candidacy = client.election("e").lead(leadership -> {
                    terms.incrementAndGet();
                    leadership.awaitEnd();
                });
                return new Standing(
                        () -> candidacy
                                .leadership()
                                .filter(leadership -> !leadership.remaining().isZero())
                                .isPresent(),
                        terms,
                        () -> {
                            candidacy.close();
                            client.close();
                        });
            }
        },
        LATCH {
            @Override
            Contestant stand(String address, Duration session) throws Exception {
                CuratorFramework curator = curator(address, session);
                AtomicInteger terms = new AtomicInteger();
                LeaderLatch latch = new LeaderLatch(curator, "/latch");
                latch.addListener(new LeaderLatchListener() {
                    @Override
                    public void isLeader() {
                        terms.incrementAndGet();
                    }

                    @Override
                    public void notLeader() {}
                });
                latch.start();
                return new Standing(latch::hasLeadership, terms, () -> {
                    latch.close();
                    curator.close();
                });
            }
        },
        SELECTOR {
            @Override
            Contestant stand(String address, Duration session) {
                CuratorFramework curator = curator(address, session);
                AtomicInteger terms = new AtomicInteger();
                LeaderSelector selector = new LeaderSelector(curator, "/selector", new LeaderSelectorListenerAdapter() {
                    @Override
                    public void takeLeadership(CuratorFramework client) throws InterruptedException {
                        terms.incrementAndGet();
                        new CountDownLatch(1).await();
                    }
                });
                selector.autoRequeue();
                selector.start();
                return new Standing(selector::hasLeadership, terms, () -> {
                    selector.close();
                    curator.close();
                });
            }
        };

        /** Stands; the connection may not be there yet. */
        abstract Contestant stand(String address, Duration session) throws Exception;

        private static CuratorFramework curator(String address, Duration session) {
            CuratorFramework curator = CuratorFrameworkFactory.newClient(
                    address, Math.toIntExact(session.toMillis()), 15_000, new RetryForever(100));
            curator.start();
            return curator;
        }
    }

    /** The end of a contestant. */
    @FunctionalInterface
    interface End {
        void run() throws Exception;
    }

    /**
     * A contestant that stands.
     *
     * @param belief of its library
     * @param count of its terms
     * @param end ends it
     */
    record Standing(BooleanSupplier belief, AtomicInteger count, End end) implements Contestant {

        @Override
        public boolean believes() {
            return belief.getAsBoolean();
        }

        @Override
        public int terms() {
            return count.get();
        }

        @Override
        public void close() {
            try {
                end.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
