// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockListener;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.process.RecordedClient;
import dev.interlock.tck.process.RecordedClients;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.opentest4j.TestAbortedException;

/** A rule that opens clients, backends and links of its own, which are closed after it. */
public abstract class OpeningRuleTest extends RuleTest {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Deque<FaultLink> links = new ArrayDeque<>();

    private @Nullable LockException notOpened;

    /** Heals the links first, so that clients can be closed. Every step runs even if another step fails. */
    @AfterEach
    void end() throws Exception {
        links.forEach(FaultLink::heal);
        links.forEach(opened::addLast);
        stopThreads();
        Exception first = null;
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** A new independent client, closed after the rule. */
    protected final LockClient client() {
        return client(ClientOptions.STANDARD);
    }

    protected final LockClient client(ClientOptions options) {
        return opened(() -> fixture().open(onClock(options)));
    }

    /**
     * A new independent client, closed after the rule, over a backend that the rule has wrapped or taken from a link.
     */
    protected final LockClient client(LockBackend backend, ClientOptions options) {
        return opened(() -> fixture().open(backend, onClock(options)));
    }

    private static ClientOptions onClock(ClientOptions options) {
        return options.clock() == null ? options.withClock(clock()) : options;
    }

    private LockClient opened(Supplier<LockClient> client) {
        try {
            return closing(client.get());
        } catch (LockException e) {
            notOpened = e;
            throw e;
        }
    }

    /** A store on which no client could be opened was not asked anything. */
    @Override
    final boolean isBrokenBy(Throwable thrown) {
        return super.isBrokenBy(thrown) && thrown != notOpened;
    }

    protected final LockClient client(LockBackend backend) {
        return client(backend, ClientOptions.STANDARD);
    }

    protected final LockClient client(FaultLink link) {
        return client(link.openBackend());
    }

    /**
     * A client that records its steps in a history.
     *
     * @param client the client, closed after the rule
     * @param recorded must be notified of grants and releases
     */
    protected record Party(LockClient client, RecordedClient recorded) {}

    /** A rule with such clients. */
    protected interface RecordedRun {

        /** Runs the rule. */
        void with(RecordedClients clients) throws Exception;
    }

    /** Runs the rule and keeps the clients' history, so that a failure can be analysed, too. */
    protected final void recorded(RecordedRun run) throws Exception {
        RecordedClients clients = closing(new RecordedClients());
        try {
            run.with(clients);
        } finally {
            keep(clients.history());
        }
    }

    /** A new independent client over a backend that was not started. */
    protected final Party party(RecordedClients clients, String name, LockBackend backend, LockListener... listeners) {
        RecordedClient recorded = clients.client(name);
        ClientOptions options = recorded.listening(ClientOptions.STANDARD.withListeners(listeners));
        // On the clock of this JVM, by which histories are written.
        return new Party(closing(fixture().open(recorded.over(backend), options)), recorded);
    }

    /** A fresh backend for a client, not started. */
    protected final InterceptedBackend intercepted() {
        return new InterceptedBackend(fixture().openBackend());
    }

    /** A new independent backend, started, without a client; closed after the rule. */
    protected final LockBackend backend() {
        return started(fixture().openBackend());
    }

    protected final LockBackend started(LockBackend backend) {
        return started(backend, new StandaloneContext());
    }

    /** The same, with a context that the rule looks at. */
    protected final LockBackend started(LockBackend backend, StandaloneContext context) {
        try {
            closing(backend).start(context);
        } catch (LockUnavailableException e) {
            throw broken(e, "a client of the rule did not start: {}", e);
        }
        return CheckedSteps.of(backend, this);
    }

    protected final <T extends AutoCloseable> T closing(T resource) {
        opened.addFirst(resource);
        return resource;
    }

    protected final StoreHooks storeHooks() {
        return fixture().storeHooks().orElseThrow(() -> notExercised("the fixture gives no access to its store"));
    }

    /** Kills the store and starts it again, within a lease that began before. */
    protected final Runnable restart() {
        Runnable restart = fixture().restart().orElseThrow(() -> notExercised("the fixture cannot restart its store"));
        Duration lease = fixture().restartLease();
        return () -> {
            Stopwatch watch = new Stopwatch();
            restart.run();
            Duration taken = watch.elapsed();
            require(taken.compareTo(lease) < 0, "a restart took {}, and a lease of {} was to outlast it", taken, lease);
        };
    }

    /** The store that a hook offers. The rule is not exercised if there is none, or none on this machine. */
    protected final <T extends AutoCloseable> T offered(Supplier<Optional<T>> hook, String without) {
        Optional<T> offer;
        try {
            offer = hook.get();
        } catch (TestAbortedException e) {
            throw notExercised(String.valueOf(e.getMessage()));
        }
        return closing(offer.orElseThrow(() -> notExercised(without)));
    }

    /** A fresh link, healed and closed after the rule. */
    protected final FaultLink link() {
        FaultLink link = fixture().link().orElseThrow(() -> notExercised("the fixture has no fault link"));
        links.add(link);
        return link;
    }

    /** The troubles that the store can have, and a cut of the way to it; at least one, closed after the rule. */
    protected final List<StoreTrouble> troubles() {
        List<StoreTrouble> troubles = new ArrayList<>(fixture().troubles());
        fixture().link().ifPresent(link -> troubles.add(new CutLink(link)));
        if (troubles.isEmpty()) {
            throw notExercised("the fixture can neither make its store fail nor cut the way to it");
        }
        // Behind the backends, which may need what a trouble has started.
        troubles.forEach(opened::addLast);
        return troubles;
    }
}
