// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of one ZooKeeper server and the command that starts it.
 *
 * @param id its number in the ensemble, from 1
 * @param java the program
 * @param wrapper programs that each replace themselves with the next one, and the last with java; may be empty
 * @param directory its files; also its working directory, by which it is recognised
 * @param port where clients connect to
 * @param settings lines of zoo.cfg that override ours; those that begin with {@code -D} are arguments of java
 */
record ZookeeperNode(int id, Path java, List<String> wrapper, Path directory, int port, List<String> settings) {

    /** A tick that allows sessions of 1 s, no admin server, and all four letter words. */
    private static final List<String> STANDARD = List.of(
            "tickTime=500",
            "maxSessionTimeout=60000",
            "maxClientCnxns=0",
            "initLimit=40",
            "syncLimit=10",
            "admin.enableServer=false",
            "4lw.commands.whitelist=*");

    /** Its default is DEBUG, which is slow. */
    private static final String LOGBACK = """
            <configuration>
              <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d %-5level %logger{20} %msg%n</pattern></encoder>
              </appender>
              <root level="WARN"><appender-ref ref="OUT"/></root>
            </configuration>
            """;

    /** Writes the files; keeps an existing data directory. */
    void write() {
        List<String> lines = new ArrayList<>(STANDARD);
        lines.add("dataDir=" + data());
        lines.add("clientPort=" + port);
        lines.add("clientPortAddress=" + LoopbackPort.loopback().getHostAddress());
        settings.stream().filter(line -> !line.startsWith("-D")).forEach(lines::add);
        try {
            Files.createDirectories(data());
            Files.writeString(data().resolve("myid"), Integer.toString(id));
            Files.write(directory.resolve("zoo.cfg"), lines);
            Files.writeString(directory.resolve("logback.xml"), LOGBACK);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path data() {
        return directory.resolve("data");
    }

    ChildProcess launch() {
        List<String> arguments = new ArrayList<>(List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        // Otherwise each log file begins with 64 MB of zeros.
        arguments.add("-Dzookeeper.preAllocSize=1024");
        settings.stream().filter(line -> line.startsWith("-D")).forEach(arguments::add);
        String jars = ZookeeperClassPath.search(ZookeeperClassPath::resource).joined();
        arguments.addAll(List.of("-cp", directory + File.pathSeparator + jars));
        arguments.addAll(
                List.of(ZookeeperClassPath.MAIN, directory.resolve("zoo.cfg").toString()));
        return ChildProcess.start(wrapper, java, arguments, directory);
    }

    /** Whether the server on this port serves and is this one: the port may belong to another process. */
    boolean isServing() {
        try {
            return FourLetterWords.ask(port, "srvr").contains("Mode: ")
                    && FourLetterWords.ask(port, "envi").contains("user.dir=" + directory.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }
}
