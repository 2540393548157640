// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Opens connections as Jedis does, but within what is left of the step that wants one, and does not log the server's
 * answer to a login, which may quote the password. A connection that rested is asked for an answer before a step uses it:
 * a step that was sent on one that ended meanwhile would have an unknown outcome at a healthy server.
 */
final class StepConnectionFactory extends ConnectionFactory {

    /** So little waiting leaves a connection the limit that it has anyway. */
    private static final int UNNOTICED_MILLIS = 20;

    /** The pool calls in the thread of the step, and has no other way to hand the limit through. */
    private static final ThreadLocal<StepLimit> CURRENT = new ThreadLocal<>();

    /** What the driver would connect to, if it were not for {@link #makeObject}. */
    private static final HostAndPort NOWHERE = new HostAndPort("localhost", 0);

    private final PrimaryAddress primary;
    private final JedisClientConfig config;

    /** How many connections gave no answer after a rest. */
    private final AtomicInteger silences = new AtomicInteger();

    StepConnectionFactory(PrimaryAddress primary, JedisClientConfig config) {
        super(NOWHERE, config);
        this.primary = primary;
        this.config = config;
    }

    /** Does what uses the pool in the time of a step. */
    <T extends @Nullable Object> T within(StepLimit limit, Supplier<T> step) {
        CURRENT.set(limit);
        try {
            return step.get();
        } finally {
            CURRENT.remove();
        }
    }

    @Override
    public PooledObject<Connection> makeObject() {
        return new DefaultPooledObject<>(new StepConnection(primary.now(), configNow(), CURRENT.get(), silences.get()));
    }

    private JedisClientConfig configNow() {
        int left = leftMillis();
        if (left <= 0) {
            throw new JedisConnectionException("no time is left to open a connection");
        }
        return isUnnoticed(left)
                ? config
                : DefaultJedisClientConfig.builder()
                        .from(config)
                        .connectionTimeoutMillis(Math.min(config.getConnectionTimeoutMillis(), left))
                        .socketTimeoutMillis(left)
                        .build();
    }

    @Override
    public void activateObject(PooledObject<Connection> pooled) throws Exception {
        super.activateObject(pooled);
        if (!leadsToThePrimary((StepConnection) pooled.getObject())) {
            // The pool closes it and tries the next one, or opens one to the new primary.
            throw new JedisConnectionException("it leads to a server that is the primary no more");
        }
        bound(pooled.getObject(), leftMillis());
    }

    /**
     * Asks for an answer, within half of what is left of the step. Where one connection gives none, all that were opened
     * before are closed unasked: a firewall forgets all of them, and to ask each would take the rest of the step.
     */
    @Override
    public boolean validateObject(PooledObject<Connection> pooled) {
        StepConnection connection = (StepConnection) pooled.getObject();
        StepLimit limit = CURRENT.get();
        if (limit == null) {
            return super.validateObject(pooled);
        }
        if (connection.isOpenedIn(limit)) {
            return true;
        }
        if (connection.silencesBefore() != silences.get()) {
            return false;
        }
        try {
            connection.setSoTimeout(Math.max(1, limit.leftMillis() / 2));
            connection.executeCommand(Command.PING);
        } catch (JedisDataException e) {
            // An error is an answer.
        } catch (JedisException e) {
            silences.incrementAndGet();
            return false;
        }
        connection.setSoTimeout(Math.max(1, limit.leftMillis()));
        return true;
    }

    boolean leadsToThePrimary(StepConnection connection) {
        return connection.address().equals(primary.now());
    }

    /** The server is waited for no longer than the step may take. */
    void bound(Connection connection, int leftMillis) {
        if (!isUnnoticed(leftMillis)) {
            // A driver takes 0 for endless.
            connection.setSoTimeout(Math.max(1, leftMillis));
        }
    }

    @Override
    public void passivateObject(PooledObject<Connection> pooled) throws Exception {
        super.passivateObject(pooled);
        unbound(pooled.getObject());
    }

    /** The limit of a step that is over is none of the next one's. */
    void unbound(Connection connection) {
        if (connection.getSoTimeout() != config.getSocketTimeoutMillis()) {
            connection.setSoTimeout(config.getSocketTimeoutMillis());
        }
    }

    private int leftMillis() {
        StepLimit limit = CURRENT.get();
        return limit == null ? config.getSocketTimeoutMillis() : limit.leftMillis();
    }

    private boolean isUnnoticed(int leftMillis) {
        return config.getSocketTimeoutMillis() - leftMillis <= UNNOTICED_MILLIS;
    }
}
