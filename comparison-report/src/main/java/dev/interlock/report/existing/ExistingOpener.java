// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.BackendOpener;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;

/**
 * Opens a backend in a client process. The address is a file that only its owner may read, since all users of the
 * machine can see the command line of a process.
 */
public final class ExistingOpener implements BackendOpener {

    private static final String URI = "uri";
    private static final String OPTION = "option.";

    /** For client processes. */
    public ExistingOpener() {
        // Called by reflection, by the name of the class.
    }

    /** Writes the address; the caller deletes the file. */
    static void write(LockSettings settings, Path file) {
        Properties address = new Properties();
        address.setProperty(URI, settings.uri());
        settings.options().forEach((name, value) -> address.setProperty(OPTION + name, value));
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (Writer writer = Files.newBufferedWriter(file)) {
                address.store(writer, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the address of the server cannot be handed to client processes", e);
        }
    }

    @Override
    public LockBackend open(String address) {
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(address))) {
            read.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException("there is no address of a server in " + address, e);
        }
        LockSettings settings = LockSettings.of(read.getProperty(URI));
        for (String name : read.stringPropertyNames()) {
            if (name.startsWith(OPTION)) {
                settings = settings.withOption(name.substring(OPTION.length()), read.getProperty(name));
            }
        }
        return ProvidedBackend.open(settings);
    }
}
