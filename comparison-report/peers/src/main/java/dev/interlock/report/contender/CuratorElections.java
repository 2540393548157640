// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;

/**
 * Curator's two recipes for elections.
 *
 * @param curator the client
 * @param recipe the recipe
 */
record CuratorElections(CuratorFramework curator, Recipe recipe) implements OpenClient {

    /** A recipe. */
    @FunctionalInterface
    interface Recipe {
        Candidate stand(CuratorFramework curator, String path, LeaderWork work) throws Exception;
    }

    /** A latch has no thread for the work of a leader, so that it cannot interrupt it. */
    static OpenClient latch(StoreAddress address, Limits limits) {
        return new CuratorElections(
                CuratorLocks.connect(address, limits), (curator, path, work) -> new Latch(curator, path));
    }

    /** A selector with the listener that ends a term when the connection is suspended, and that stands again. */
    static OpenClient selector(StoreAddress address, Limits limits) {
        return new CuratorElections(CuratorLocks.connect(address, limits), Selector::new);
    }

    @Override
    public NamedLock lock(String name) {
        throw new UnsupportedOperationException("an election only");
    }

    @Override
    public Candidate stand(String name, LeaderWork work) throws Exception {
        return recipe.stand(curator, "/curator/" + name, work);
    }

    @Override
    public void close() {
        curator.close();
    }

    private static final class Latch implements Candidate {

        private final CuratorFramework curator;
        private final String path;
        private volatile LeaderLatch latch;

        Latch(CuratorFramework curator, String path) throws Exception {
            this.curator = curator;
            this.path = path;
            this.latch = started();
        }

        private LeaderLatch started() throws Exception {
            LeaderLatch started = new LeaderLatch(curator, path);
            started.start();
            return started;
        }

        @Override
        public boolean leads() {
            return latch.hasLeadership();
        }

        /** A closed latch cannot be used again, so another one stands. */
        @Override
        public void stepDown() throws Exception {
            latch.close();
            latch = started();
        }

        @Override
        public void close() {
            try {
                latch.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Selector implements Candidate {

        private final LeaderSelector selector;

        Selector(CuratorFramework curator, String path, LeaderWork work) {
            this.selector = new LeaderSelector(curator, path, new LeaderSelectorListenerAdapter() {
                @Override
                public void takeLeadership(CuratorFramework client) throws InterruptedException {
                    work.run();
                }
            });
            selector.autoRequeue();
            selector.start();
        }

        @Override
        public boolean leads() {
            return selector.hasLeadership();
        }

        @Override
        public void stepDown() {
            selector.interruptLeadership();
        }

        @Override
        public void close() {
            selector.close();
        }
    }
}
