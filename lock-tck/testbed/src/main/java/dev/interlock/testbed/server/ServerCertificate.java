// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.RunDirectory;
import dev.interlock.testbed.os.ShortCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/**
 * A server's key with a self-signed certificate for one host, in the formats that servers and clients read. Made by the
 * JDK's {@code keytool}; valid for two days. Immutable; its files are deleted with this JVM.
 */
public final class ServerCertificate {

    private static final String ALIAS = "server";
    private static final String PKCS12 = "PKCS12";
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Path directory;

    private ServerCertificate(Path directory) {
        this.directory = directory;
    }

    /**
     * Makes a new certificate.
     *
     * @param host the only name that it is valid for, such as {@code localhost}; the addresses of that name are not
     *     included
     * @throws UncheckedIOException if keytool or a file is missing
     */
    public static ServerCertificate of(String host) {
        ServerCertificate made = new ServerCertificate(RunDirectory.ofThisJvm().create("certificate"));
        try {
            made.generate(host);
            made.export();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException("no certificate for " + host, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no certificate for " + host, e);
        }
    }

    private void generate(String host) throws IOException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        ShortCommand made = ShortCommand.run(
                LIMIT,
                List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "san=dns:" + host,
                        "-validity",
                        "2",
                        "-storetype",
                        PKCS12,
                        "-keystore",
                        keyStore().toString(),
                        "-storepass",
                        password()));
        if (!made.succeeded()) {
            throw new IOException("keytool: " + made.output());
        }
    }

    private void export() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance(PKCS12);
        try (InputStream in = Files.newInputStream(keyStore())) {
            keys.load(in, password().toCharArray());
        }
        pem(key(), "PRIVATE KEY", keys.getKey(ALIAS, password().toCharArray()).getEncoded());
        pem(certificate(), "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
        KeyStore trusted = KeyStore.getInstance(PKCS12);
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
        try (OutputStream out = Files.newOutputStream(trustStore())) {
            trusted.store(out, password().toCharArray());
        }
    }

    private static void pem(Path file, String kind, byte[] content) throws IOException {
        String text =
                "-----BEGIN " + kind + "-----\n" + LINES.encodeToString(content) + "\n-----END " + kind + "-----\n";
        // PostgreSQL refuses a key that other users might read.
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text, StandardCharsets.US_ASCII);
    }

    /** The private key, in PEM; readable by this user only, because PostgreSQL refuses it otherwise. */
    public Path key() {
        return directory.resolve("key.pem");
    }

    /** The certificate, in PEM. */
    public Path certificate() {
        return directory.resolve("certificate.pem");
    }

    /** Key and certificate, in PKCS12, with the {@link #password}. */
    public Path keyStore() {
        return directory.resolve("keys.p12");
    }

    /** The certificate alone, as a trusted one, in PKCS12, with the {@link #password}. */
    public Path trustStore() {
        return directory.resolve("trusted.p12");
    }

    /** The password of both stores. */
    public String password() {
        return "for-this-test";
    }
}
