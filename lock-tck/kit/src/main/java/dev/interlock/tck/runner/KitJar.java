// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import static dev.interlock.tck.runner.Json.member;
import static dev.interlock.tck.runner.Json.object;
import static dev.interlock.tck.runner.Json.text;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The jar of the kit, by which others recognize the rules that were run.
 *
 * @param sha256 64 hexadecimal digits; null if the kit does not come from a jar
 * @param why why there is no hash; null if there is one
 */
record KitJar(@Nullable String sha256, @Nullable String why) {

    static final KitJar OF_THIS_RUN = find();

    private static KitJar find() {
        try {
            return at(Path.of(KitJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (URISyntaxException e) {
            return new KitJar(null, "the place of the kit is not known: " + e.getMessage());
        }
    }

    static KitJar at(Path place) {
        if (!Files.isRegularFile(place)) {
            return new KitJar(null, "the kit was run from a directory of classes, not from its jar");
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(place));
            return new KitJar(HexFormat.of().formatHex(digest), null);
        } catch (IOException | NoSuchAlgorithmException e) {
            return new KitJar(null, "the jar of the kit could not be hashed: " + e);
        }
    }

    String json() {
        String version = member("version", text(KitSummary.kitVersion()));
        String hash = member("sha256", text(sha256));
        return why == null ? object(version, hash) : object(version, hash, member("why", text(why)));
    }
}
