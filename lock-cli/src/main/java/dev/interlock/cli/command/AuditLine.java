// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.exit.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The record of one change by an operator, as one line of {@code key=value}, without secrets. */
record AuditLine(Instant time, String name, long token, String store, String result) {

    String text() {
        return time.truncatedTo(ChronoUnit.MILLIS) + " action=free user=" + quoted(StoreOption.user())
                + " host=" + quoted(StoreOption.host()) + " name=" + quoted(name) + " token=" + token + " store="
                + quoted(store) + " result=" + result;
    }

    private static String quoted(String value) {
        return '"' + value.replaceAll("\\p{Cntrl}", "?").replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** A file to append to, before anything is changed: a change without its line must not happen. */
    static @Nullable Writer open(@Nullable Path file) {
        try {
            return file == null
                    ? null
                    : Files.newBufferedWriter(
                            file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new Failure(ExitCode.NO_AUDIT, "nothing freed: the audit file '" + file + "' cannot be written");
        }
    }

    void appendTo(@Nullable Writer file) {
        if (file == null) {
            return;
        }
        try (file) {
            file.write(text() + System.lineSeparator());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
