// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import java.io.IOException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/**
 * Opens a connection that can be broken while another thread reads from it; to close one then is not in all versions of
 * the driver. Thread-safe.
 */
final class CuttableSocket extends DefaultJedisSocketFactory {

    private volatile @Nullable Socket socket;

    CuttableSocket(HostAndPort address, JedisClientConfig config) {
        super(address, config);
    }

    @Override
    public Socket createSocket() {
        Socket created = super.createSocket();
        socket = created;
        return created;
    }

    /** Breaks the connection. */
    void cut() {
        Socket opened = socket;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }
}
