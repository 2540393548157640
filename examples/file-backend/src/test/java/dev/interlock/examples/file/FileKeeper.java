// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Another program that has locked some files, as a process that was stopped in a step has. */
final class FileKeeper implements AutoCloseable {

    private final ChildProcess process;

    private FileKeeper(ChildProcess process) {
        this.process = process;
    }

    static FileKeeper of(List<Path> files) throws IOException {
        Path directory = RunDirectory.ofThisJvm().create("keeper");
        Path ready = directory.resolve("ready");
        List<String> arguments =
                new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-cp", classes(), FileKeeper.class.getName()));
        arguments.add(ready.toString());
        files.forEach(file -> arguments.add(file.toAbsolutePath().toString()));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ChildProcess process = ChildProcess.start(List.of(), java, arguments, directory);
        if (!process.awaitReady(() -> Files.exists(ready))) {
            throw new IOException(process.logTail(20));
        }
        return new FileKeeper(process);
    }

    private static String classes() throws IOException {
        try {
            return Path.of(FileKeeper.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /**
     * Locks files until the process is killed.
     *
     * @param arguments a file to make when it has them, and the files
     */
    public static void main(String[] arguments) throws Exception {
        List<FileChannel> kept = new ArrayList<>();
        for (String file : List.of(arguments).subList(1, arguments.length)) {
            FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
            kept.add(channel);
        }
        Files.createFile(Path.of(arguments[0]));
        new CountDownLatch(kept.size()).await();
    }

    @Override
    public void close() {
        process.kill();
    }
}
