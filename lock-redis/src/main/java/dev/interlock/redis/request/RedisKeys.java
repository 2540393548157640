// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import dev.interlock.LockName;
import dev.interlock.spi.AttemptId;

/**
 * The keys of a lock in Redis: {@code <prefix>:{<encoded name>}} for the lock. {@code :token} after it is the last
 * fencing token, {@code :queue} the waiters, {@code :looks} the times of their last looks where listeners are not
 * counted, {@code :shares} the record of a lock that several may hold, {@code :free} the channel on which releases are published. The braces are a hash tag, so all keys are in one
 * cluster slot for every name.
 *
 * @param lock the lock's key
 */
public record RedisKeys(String lock) {

    /** No name is encoded to this: an encoded percent sign is always followed by two digits of its code. */
    private static final String RESERVED = "%interlock";

    private static final String TOKEN = ":token";
    private static final String SHARES = ":shares";
    private static final String CHANNEL = ":free";
    private static final byte[] QUEUE_BYTES = RedisBytes.of(":queue");
    private static final byte[] LOOKS_BYTES = RedisBytes.of(":looks");
    private static final byte[] TOKEN_BYTES = RedisBytes.of(TOKEN);
    private static final byte[] CHANNEL_BYTES = RedisBytes.of(CHANNEL);

    public static RedisKeys of(String prefix, LockName name) {
        // Each step makes them: concat, since what + becomes is linked at run time and slow until it is compiled.
        return new RedisKeys(prefix.concat(":{").concat(encode(name.value())).concat("}"));
    }

    /** Of a lock that several may hold: its record, and the channel on which its waiters are woken. */
    public static RedisKeys ofShares(String prefix, LockName name) {
        return new RedisKeys(of(prefix, name).lock + SHARES);
    }

    /** Keys that no lock of a user can have. */
    public static RedisKeys reserved(String prefix, String use) {
        return new RedisKeys(prefix + ":{" + RESERVED + "-" + use + "}");
    }

    /** Keys of a new client, with a channel of its own. */
    public static RedisKeys ofClient(String prefix) {
        return reserved(prefix, "client-" + AttemptId.random().text());
    }

    public String token() {
        return lock + TOKEN;
    }

    public String channel() {
        return lock + CHANNEL;
    }

    /** The bytes of the lock's key and of the token's. */
    byte[][] lockAndToken() {
        return followed(TOKEN_BYTES);
    }

    /** The bytes of the lock's key, of the token's and of the queue's. */
    byte[][] lockTokenAndQueue() {
        return followed(TOKEN_BYTES, QUEUE_BYTES);
    }

    /** The same, and those of the waiters' last looks. */
    byte[][] lockTokenQueueAndLooks() {
        return followed(TOKEN_BYTES, QUEUE_BYTES, LOOKS_BYTES);
    }

    /** The bytes of the lock's key and of the queue's. */
    byte[][] lockAndQueue() {
        return followed(QUEUE_BYTES);
    }

    /** The same, and those of the waiters' last looks. */
    byte[][] lockQueueAndLooks() {
        return followed(QUEUE_BYTES, LOOKS_BYTES);
    }

    private byte[][] followed(byte[]... suffixes) {
        byte[] key = RedisBytes.of(lock);
        byte[][] all = new byte[suffixes.length + 1][];
        all[0] = key;
        for (int i = 0; i < suffixes.length; i++) {
            all[i + 1] = RedisBytes.followed(key, suffixes[i]);
        }
        return all;
    }

    /** The bytes of the lock's key alone. */
    byte[][] lockAlone() {
        return new byte[][] {lockBytes()};
    }

    public byte[] lockBytes() {
        return RedisBytes.of(lock);
    }

    /** The bytes of the channel. */
    byte[] channelBytes() {
        return RedisBytes.followed(RedisBytes.of(lock), CHANNEL_BYTES);
    }

    /** Injective: the only characters that are replaced include the one that starts each replacement. */
    static String encode(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (mustEscape(name.charAt(i))) {
                return escape(name, i);
            }
        }
        return name;
    }

    private static boolean mustEscape(char c) {
        return c == '%' || c == '{' || c == '}';
    }

    private static String escape(String name, int from) {
        StringBuilder encoded = new StringBuilder(name.length() + 8).append(name, 0, from);
        for (int i = from; i < name.length(); i++) {
            char c = name.charAt(i);
            switch (c) {
                case '%' -> encoded.append("%25");
                case '{' -> encoded.append("%7B");
                case '}' -> encoded.append("%7D");
                default -> encoded.append(c);
            }
        }
        return encoded.toString();
    }
}
