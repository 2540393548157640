// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.jdbc.JdbcLockBackend;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The schema files, as a user's migration tool would run them. */
final class JdbcSchemas {

    private JdbcSchemas() {}

    static String statement(String file) {
        try (InputStream in = JdbcLockBackend.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no schema file " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip().replaceAll(";$", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
