// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.error;

import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/** Each node of a cluster redirected to another one; none executed the step. */
public final class TooManyRedirectionsException extends JedisException {

    private static final long serialVersionUID = 1;

    public TooManyRedirectionsException(int followed, HostAndPort last) {
        super(followed + " redirections were followed, and the next one leads to " + last);
    }
}
