// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.queue;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import dev.interlock.zookeeper.node.ZookeeperQueue;
import dev.interlock.zookeeper.node.ZookeeperTokens;
import dev.interlock.zookeeper.node.ZookeeperValue;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperRequests.Content;
import dev.interlock.zookeeper.session.ZookeeperSession;
import dev.interlock.zookeeper.session.ZookeeperSessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;

/**
 * The steps for an operator: the children of the base are locks, and the first node of each is its holder. A node's path is
 * never used twice, so to delete it frees that hold or nothing. Thread-safe.
 *
 * @param sessions of exclusive locks
 * @param errors for messages
 */
public record ZookeeperOperatorSteps(ZookeeperSessions sessions, ZookeeperErrors errors) implements OperatorSteps {

    /** How many locks are looked at together, in the time of one step. */
    private static final int BATCH = 100;

    /** Another round follows only if the holder left between the list and the request to its node. */
    private static final int ROUNDS = 100;

    /** The request for the first node of a queue. */
    private record Look(LockName name, ZookeeperQueue queue, CompletableFuture<Content> first) {}

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        String failed = "locks not listed";
        try {
            List<LockName> names = names(failed, prefix);
            List<HeldLock> held = new ArrayList<>();
            for (int from = 0; from < names.size() && held.size() < atMost; from += BATCH) {
                held.addAll(held(failed, names.subList(from, Math.min(names.size(), from + BATCH))));
            }
            return held.subList(0, Math.min(held.size(), atMost));
        } catch (KeeperException e) {
            throw errors.unavailable(failed, e);
        }
    }

    private List<LockName> names(String failed, String prefix) throws KeeperException {
        ZookeeperSession session = session(failed, new LockName("all"));
        ZookeeperPaths paths = sessions.paths();
        String base = paths.base().isEmpty() ? "/" : paths.base();
        // Else a server that lags behind could miss a lock that was acquired.
        session.requests().sync(base);
        return session.await(session.requests().children(base, null)).stream()
                .map(ZookeeperPaths::name)
                .flatMap(Optional::stream)
                .filter(name -> name.value().startsWith(prefix))
                .toList();
    }

    private List<HeldLock> held(String failed, List<LockName> names) throws KeeperException {
        ZookeeperSession session = session(failed, names.get(0));
        Map<LockName, CompletableFuture<List<String>>> lists = new LinkedHashMap<>();
        names.forEach(name -> lists.put(name, session.of(observing(name)).look()));
        List<Look> looks = new ArrayList<>();
        for (Map.Entry<LockName, CompletableFuture<List<String>>> list : lists.entrySet()) {
            LockName name = list.getKey();
            ZookeeperQueue queue = queue(session.of(observing(name)), list.getValue());
            queue.first()
                    .ifPresent(path ->
                            looks.add(new Look(name, queue, session.requests().read(path, null))));
        }
        List<HeldLock> held = new ArrayList<>();
        for (Look look : looks) {
            Optional<Content> content = content(session, look.first);
            // The holder has left meanwhile, and the next waiter may have the lock now.
            Optional<HeldLock> lock = content.isPresent()
                    ? Optional.of(lock(look.name, content.get(), look.queue))
                    : again(failed, look.name);
            lock.ifPresent(held::add);
        }
        return held;
    }

    private Optional<HeldLock> again(String failed, LockName name) throws KeeperException {
        ZookeeperSession session = session(failed, name);
        for (int round = 0; round < ROUNDS; round++) {
            ZookeeperQueue queue = queue(session, session.look());
            Optional<String> first = queue.first();
            if (first.isEmpty()) {
                return Optional.empty();
            }
            Optional<Content> content = content(session, session.requests().read(first.get(), null));
            if (content.isPresent()) {
                return Optional.of(lock(name, content.get(), queue));
            }
        }
        throw KeeperException.create(KeeperException.Code.OPERATIONTIMEOUT);
    }

    private static HeldLock lock(LockName name, Content first, ZookeeperQueue queue) {
        Holder holder = new Holder(
                ZookeeperTokens.first(first.stat().getCzxid()), Optional.empty(), ZookeeperValue.hint(first.data()));
        return new HeldLock(
                name, holder, Optional.empty(), OptionalInt.of(queue.children().size() - 1));
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        String failed = "'" + name + "' not freed";
        try {
            ZookeeperSession session = session(failed, name);
            session.requests().sync(session.parent());
            for (int round = 0; round < ROUNDS; round++) {
                Optional<String> first = queue(session, session.look()).first();
                if (first.isEmpty()) {
                    return new FreeOutcome.NotHeld();
                }
                Optional<Content> content = content(session, session.requests().read(first.get(), null));
                if (content.isEmpty()) {
                    continue;
                }
                long found = ZookeeperTokens.first(content.get().stat().getCzxid());
                if (found != token) {
                    return new FreeOutcome.OtherToken(found);
                }
                if (session.await(session.requests().delete(first.get()))) {
                    return new FreeOutcome.Freed();
                }
            }
            throw KeeperException.create(KeeperException.Code.OPERATIONTIMEOUT);
        } catch (KeeperException e) {
            return ZookeeperErrors.isUnknown(e)
                    ? new FreeOutcome.Unknown(e)
                    : new FreeOutcome.Refused(errors.unavailable(failed, e));
        } catch (LockUnavailableException e) {
            return new FreeOutcome.Refused(e);
        }
    }

    private static ZookeeperQueue queue(ZookeeperSession session, CompletableFuture<List<String>> look)
            throws KeeperException {
        try {
            return session.queue(look);
        } catch (KeeperException.NoNodeException e) {
            return new ZookeeperQueue(session.parent(), List.of());
        }
    }

    private static Optional<Content> content(ZookeeperSession session, CompletableFuture<Content> read)
            throws KeeperException {
        try {
            return Optional.of(session.await(read));
        } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
        }
    }

    private ZookeeperSession session(String failed, LockName name) {
        return sessions.current(observing(name), failed);
    }

    private static Attempt observing(LockName name) {
        return Attempt.of(name, new AttemptId(0, 0), Duration.ofMillis(1), 1, null);
    }
}
