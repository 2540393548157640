// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.peer.Others;
import dev.interlock.report.peer.PeerFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for the files of other runs about other libraries. */
final class OtherFiles {

    @Option(
            names = "--peers",
            paramLabel = "FILE",
            description = "A peers.json, which the module peers writes: the page shows it, too.")
    private @Nullable Path peers;

    @Option(
            names = "--contention",
            paramLabel = "FILE",
            description = "A contention.json, which the module contention writes: the page shows it, too.")
    private @Nullable Path contention;

    /** Reads the files; a file of another version is an error of the command line. */
    Others read(CommandSpec spec) {
        return new Others(
                read(spec, "--peers must be a peers.json", peers, PeerFile::read),
                read(spec, "--contention must be a contention.json", contention, PeerFile::readContention));
    }

    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    private static <T> @Nullable T read(CommandSpec spec, String must, @Nullable Path file, Reader<T> reader) {
        try {
            return file == null ? null : reader.read(file);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), must + " of this version: " + e.getMessage());
        }
    }
}
