// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** Opens connections as Jedis does, but does not log the server's answer to a login, which may quote the password. */
final class QuietConnectionFactory extends ConnectionFactory {

    private final HostAndPort address;
    private final JedisClientConfig config;

    QuietConnectionFactory(HostAndPort address, JedisClientConfig config) {
        super(address, config);
        this.address = address;
        this.config = config;
    }

    @Override
    public PooledObject<Connection> makeObject() {
        return new DefaultPooledObject<>(new Connection(address, config));
    }
}
