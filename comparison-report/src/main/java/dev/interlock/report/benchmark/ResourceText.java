// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The text of a resource of another module: a script, a statement or a schema that a contender sends as it is. */
public final class ResourceText {

    private ResourceText() {}

    /**
     * Reads a resource.
     *
     * @param user a class whose class path contains it
     * @param name absolute, such as {@code /dev/interlock/redis/acquire.lua}
     * @return its text
     * @throws IllegalStateException if there is none
     */
    public static String of(Class<?> user, String name) {
        try (InputStream in = user.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the class path has no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
