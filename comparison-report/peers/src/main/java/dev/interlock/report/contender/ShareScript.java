// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import dev.interlock.redis.RedisLockBackend;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The script by which Interlock grants a lock that several may hold, in Redis. */
final class ShareScript {

    private ShareScript() {}

    /** {@return the digest by which a client names it to the server} */
    static String digest() {
        try (InputStream in = RedisLockBackend.class.getResourceAsStream("share/replace.lua")) {
            if (in == null) {
                throw new IllegalStateException("no script share/replace.lua");
            }
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
