// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.os.ShortCommand;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds a database: a running one, a named program, a program on the path, or the bundled program. A server named by an
 * environment variable is used or reported as unusable, never replaced by another one.
 */
final class SqlLocator {

    private static final Map<SqlProduct, ServerSource> OF_THIS_JVM = new ConcurrentHashMap<>();

    private final SqlProduct product;
    private final Map<String, String> environment;
    private final String osName;
    private final String osArch;
    private final ClassLoader loader;
    private final ServerSearch search = new ServerSearch();

    SqlLocator(SqlProduct product, Map<String, String> environment, String osName, String osArch, ClassLoader loader) {
        this.product = product;
        this.environment = environment;
        this.osName = osName;
        this.osArch = osArch;
        this.loader = loader;
    }

    /** Located once: verifying an unpacked program takes reading all of its files. */
    static ServerSource ofThisJvm(SqlProduct product) {
        return OF_THIS_JVM.computeIfAbsent(
                product,
                one -> new SqlLocator(
                                one,
                                System.getenv(),
                                System.getProperty("os.name"),
                                System.getProperty("os.arch"),
                                SqlLocator.class.getClassLoader())
                        .locate());
    }

    ServerSource locate() {
        if (!SqlAddress.hasDriver(product)) {
            search.failed("no driver for " + product.urlPrefix() + " on the class path");
            return search.result(Optional.empty(), product.id(), "put " + product.driver() + " there");
        }
        String url = environment.getOrDefault(product.variable("URL"), "");
        if (!url.isEmpty()) {
            return new Existing(url, product.variable("URL"));
        }
        String named = environment.getOrDefault(product.programVariable(), "");
        Optional<Binary> found = named.isEmpty()
                ? onPath().or(this::bundled)
                : preflight(programIn(Path.of(named)), product.programVariable());
        return search.result(found, product.id(), product.remedy());
    }

    /** The variable may name the program or its directory. */
    private Path programIn(Path named) {
        return Files.isDirectory(named) ? named.resolve(product.program()) : named;
    }

    private Optional<Binary> onPath() {
        List<Path> candidates =
                Executables.ofServer(environment, product.program()).toList();
        if (candidates.isEmpty()) {
            search.failed("no " + product.program() + " on the path");
        }
        return candidates.stream()
                .flatMap(path -> preflight(path, "path").stream())
                .findFirst();
    }

    private Optional<Binary> bundled() {
        BundledSql bundled = BundledSql.of(product);
        if (!BundledSql.runsOn(osName, osArch)) {
            search.failed(bundled.coordinates() + " has no program for " + osName + " " + osArch);
            return Optional.empty();
        }
        try {
            Path base = bundled.unpack(UserCache.of(environment), loader);
            return preflight(base.resolve("bin").resolve(product.program()), bundled.artifact());
        } catch (IOException e) {
            search.failed("unpacking " + bundled.artifact() + " failed: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** MariaDB also installs itself under the name of MySQL, so the program must report which of the two it is. */
    private Optional<Binary> preflight(Path path, String origin) {
        Optional<Binary> runs = search.preflight(
                path,
                origin,
                program -> product == SqlProduct.MYSQL
                        ? Libaio.of(program, environment).version(program)
                        : ShortCommand.run(program.toString(), "--version"));
        Optional<Binary> right = runs.filter(binary -> isOfProduct(binary.version()));
        if (runs.isPresent() && right.isEmpty()) {
            search.failed(path + " (" + origin + ") is not " + product.productName() + ": "
                    + runs.get().version());
        }
        return right;
    }

    private boolean isOfProduct(String version) {
        String words = version.toLowerCase(Locale.ROOT);
        return words.contains(product.productName().toLowerCase(Locale.ROOT))
                && (product == SqlProduct.MARIADB || !words.contains("mariadb"));
    }
}
