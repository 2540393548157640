// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How MySQL and MariaDB are started: without the machine's configuration files, without TLS, without a binary log, and
 * with every commit forced to disk, which is their default.
 *
 * @param product which of the two
 * @param binary its program
 * @param libaio what the program needs to load
 * @param configuration further arguments, which override ours
 */
record MysqlPlan(SqlProduct product, Binary binary, Libaio libaio, List<String> configuration) implements SqlPlan {

    private static final String INIT_FILE = "init.sql";
    private static final String TEMPORARY = "tmp";
    private static final String DATABASE = "locks";

    static MysqlPlan mysql(Binary binary, List<String> configuration) {
        try {
            return new MysqlPlan(
                    SqlProduct.MYSQL, binary, Libaio.of(binary.path(), System.getenv()), List.copyOf(configuration));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** MariaDB's programs need no libaio, or their package contains it. */
    static MysqlPlan mariadb(Binary binary, List<String> configuration) {
        return new MysqlPlan(SqlProduct.MARIADB, binary, new Libaio(List.of(), List.of()), List.copyOf(configuration));
    }

    @Override
    public SqlAddress addressOn(int port) {
        return new SqlAddress(product, LoopbackPort.loopback().getHostAddress(), port, "/" + DATABASE, "root", "");
    }

    @Override
    public String dataDirectoryQuery() {
        return "SELECT @@datadir";
    }

    @Override
    public void prepare(Path data) throws IOException {
        List<String> command = product == SqlProduct.MYSQL ? initialiseMysql() : initialiseMariadb();
        new SqlTemplate(product, binary, libaio.wrapper(), command).copyTo(data);
        Files.createDirectories(data.resolveSibling(TEMPORARY));
        Files.writeString(data.resolveSibling(INIT_FILE), "CREATE DATABASE IF NOT EXISTS " + DATABASE + ";\n");
    }

    private List<String> initialiseMysql() {
        List<String> command = new ArrayList<>(List.of(binary.path().toString(), "--no-defaults"));
        command.addAll(identity());
        command.addAll(libaio.arguments());
        command.addAll(List.of("--initialize-insecure", "--mysqlx=OFF"));
        command.addAll(List.of("--loose-innodb-redo-log-capacity=8M", "--datadir="));
        return command;
    }

    private List<String> initialiseMariadb() throws IOException {
        String script = Stream.concat(
                        Stream.of("scripts", "bin")
                                .map(part -> base().resolve(part).resolve("mariadb-install-db")),
                        Executables.ofServer(System.getenv(), "mariadb-install-db"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IOException("no mariadb-install-db beside " + binary.path() + " or on the path"))
                .toString();
        List<String> command = new ArrayList<>(List.of(script, "--no-defaults", "--force", "--skip-test-db"));
        command.add("--auth-root-authentication-method=normal");
        command.addAll(identity());
        command.addAll(List.of("--innodb-log-file-size=8M", "--datadir="));
        return command;
    }

    @Override
    public List<String> wrapper() {
        return libaio.wrapper();
    }

    @Override
    public List<String> arguments(Path data, int port) {
        List<String> arguments = new ArrayList<>(List.of("--no-defaults"));
        arguments.addAll(identity());
        arguments.addAll(libaio.arguments());
        arguments.addAll(List.of("--datadir=" + data, "--init-file=" + data.resolveSibling(INIT_FILE)));
        // A temporary directory of its own: in a shared one, each starting server deletes the temporary tables of
        // running servers, which may end them.
        arguments.add("--tmpdir=" + data.resolveSibling(TEMPORARY));
        arguments.addAll(List.of("--bind-address=" + addressOn(port).host(), "--port=" + port));
        // Relative to the data directory, because the path of a socket must be short.
        arguments.addAll(List.of("--socket=mysqld.sock", "--pid-file=mysqld.pid"));
        arguments.addAll(List.of("--skip-log-bin", "--performance-schema=OFF", "--innodb-buffer-pool-size=32M"));
        // MariaDB would otherwise make a key at each start, which takes seconds.
        arguments.addAll(
                product == SqlProduct.MYSQL ? List.of("--mysqlx=OFF", "--tls-version=") : List.of("--skip-ssl"));
        arguments.addAll(configuration);
        return arguments;
    }

    /** Both refuse to run as root without this option; an unpacked program also needs the path of its messages. */
    private List<String> identity() {
        String user = "--user=" + System.getProperty("user.name");
        Path share = base().resolve("share");
        return Files.isDirectory(share.resolve("english"))
                ? List.of(user, "--basedir=" + base(), "--lc-messages-dir=" + share)
                : List.of(user);
    }

    private Path base() {
        return binary.path().toAbsolutePath().resolve("../..").normalize();
    }
}
