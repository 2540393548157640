// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import dev.interlock.LockClock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Single requests in one session. Each is sent at once, so several can be under way together, and never sent
 * again: Curator's own operations retry, which would hide a lost reply. Answers come on ZooKeeper's event thread,
 * which never waits here.
 *
 * <p>Exceptions carry no paths, since those hold attempt ids.
 *
 * @param zk the session; the same object for as long as it lasts
 * @param acl the access rights of new nodes
 */
public record ZookeeperRequests(ZooKeeper zk, List<ACL> acl) {

    /** A node as the reply to its creation described it. */
    public record Node(String path, Stat stat) {}

    /** The children of a node, with what the server says of the node. */
    public record Children(List<String> names, Stat stat) {}

    /** What a node holds. */
    public record Content(String data, Stat stat) {}

    /** The answer to several operations in one transaction: all were done, or none because of the code. */
    public record Transaction(Code code, List<OpResult> results) {}

    /** Creates a node. */
    public CompletableFuture<Node> create(String path, byte[] data, CreateMode mode) {
        CompletableFuture<Node> answer = new CompletableFuture<>();
        zk.create(
                path,
                data,
                acl,
                mode,
                (AsyncCallback.Create2Callback)
                        (rc, asked, context, name, stat) -> complete(answer, rc, () -> new Node(name, stat)),
                null);
        return answer;
    }

    public Op creation(String path, byte[] data, CreateMode mode) {
        return Op.create(path, data, acl, mode);
    }

    /** Does all or nothing. That one operation cannot be done is an answer here. */
    public CompletableFuture<Transaction> transaction(List<Op> operations) {
        CompletableFuture<Transaction> answer = new CompletableFuture<>();
        zk.multi(
                operations,
                (rc, asked, context, results) ->
                        complete(answer, results == null ? rc : 0, () -> new Transaction(Code.get(rc), results)),
                null);
        return answer;
    }

    /**
     * The children of a node; the watcher is notified when they change, or, for a node that cannot have any, only of
     * its end.
     */
    public CompletableFuture<List<String>> children(String path, @Nullable Watcher watcher) {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        zk.getChildren(
                path,
                watcher,
                (AsyncCallback.ChildrenCallback) (rc, asked, context, children) -> complete(answer, rc, () -> children),
                null);
        return answer;
    }

    /** The children of a node, with its stat at the same moment. */
    public CompletableFuture<Children> list(String path) {
        CompletableFuture<Children> answer = new CompletableFuture<>();
        zk.getChildren(
                path,
                false,
                (AsyncCallback.Children2Callback) (rc, asked, context, children, stat) ->
                        complete(answer, rc, () -> new Children(children, stat)),
                null);
        return answer;
    }

    public CompletableFuture<Stat> write(String path, byte[] data) {
        CompletableFuture<Stat> answer = new CompletableFuture<>();
        zk.setData(path, data, -1, (rc, asked, context, stat) -> complete(answer, rc, () -> stat), null);
        return answer;
    }

    /** What a node holds; the watcher is notified when that changes, or at the node's end. */
    public CompletableFuture<Content> read(String path, @Nullable Watcher watcher) {
        CompletableFuture<Content> answer = new CompletableFuture<>();
        zk.getData(
                path,
                watcher,
                (rc, asked, context, data, stat) ->
                        complete(answer, rc, () -> new Content(new String(data, StandardCharsets.ISO_8859_1), stat)),
                null);
        return answer;
    }

    /** What the server says of a node; fails if there is none. */
    public CompletableFuture<Stat> stat(String path) {
        CompletableFuture<Stat> answer = new CompletableFuture<>();
        zk.exists(path, false, (rc, asked, context, stat) -> complete(answer, rc, () -> stat), null);
        return answer;
    }

    /** What the servers say of their ensemble, outside of any chroot; empty if there is one server only. */
    public CompletableFuture<String> ensemble() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        zk.getConfig(
                false,
                (rc, asked, context, data, stat) ->
                        complete(answer, rc, () -> new String(data, StandardCharsets.US_ASCII)),
                null);
        return answer;
    }

    /** Deletes a node; false if there was none. */
    public CompletableFuture<Boolean> delete(String path) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        zk.delete(
                path,
                -1,
                (rc, asked, context) -> {
                    boolean existed = rc != Code.NONODE.intValue();
                    complete(answer, existed ? rc : Code.OK.intValue(), () -> existed);
                },
                null);
        return answer;
    }

    /** Has the server we read from catch up with what was written before. */
    public CompletableFuture<Boolean> sync(String path) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        zk.sync(path, (rc, asked, context) -> complete(answer, rc, () -> true), null);
        return answer;
    }

    private static <T> void complete(CompletableFuture<T> answer, int rc, Supplier<T> value) {
        if (rc == Code.OK.intValue()) {
            answer.complete(value.get());
        } else {
            answer.completeExceptionally(KeeperException.create(Code.get(rc)));
        }
    }

    /**
     * Waits for an answer, interrupted or not: the wait is short, and a caller that gave up would know nothing.
     *
     * @throws KeeperException with the server's code, {@code CONNECTIONLOSS}, or {@code OPERATIONTIMEOUT} if there was
     *     no answer by the end
     */
    static <T> T await(CompletableFuture<T> answer, LockClock clock, long endNanos) throws KeeperException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(Math.max(0, endNanos - clock.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw KeeperException.create(Code.OPERATIONTIMEOUT);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KeeperException answered) {
                throw answered;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
