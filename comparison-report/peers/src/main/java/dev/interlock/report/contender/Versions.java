// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions of the peers, as the build recorded them. */
public final class Versions {

    private static final Properties ALL = load();

    private Versions() {}

    /**
     * The version of a peer.
     *
     * @param peer such as {@code redisson}
     * @return its version
     */
    public static String of(String peer) {
        return ALL.getProperty(peer, "of unknown version");
    }

    private static Properties load() {
        Properties versions = new Properties();
        try (InputStream in = Versions.class.getResourceAsStream("versions.properties")) {
            if (in != null) {
                versions.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return versions;
    }
}
