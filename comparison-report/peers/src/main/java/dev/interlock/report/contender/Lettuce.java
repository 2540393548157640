// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.net.URI;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Connections by Lettuce, the default of Spring Boot. */
final class Lettuce {

    private Lettuce() {}

    /** Connections, which the caller destroys. */
    static LettuceConnectionFactory connect(StoreAddress address) {
        URI uri = URI.create(address.uri());
        LettuceConnectionFactory connections = new LettuceConnectionFactory(uri.getHost(), uri.getPort());
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }
}
