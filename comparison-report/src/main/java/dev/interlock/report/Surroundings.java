// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.data.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Finds out where the report is made. */
final class Surroundings {

    private static final int GIT_SECONDS = 5;
    private static final long MIB = 1 << 20;

    private Surroundings() {}

    static Environment now() {
        Runtime runtime = Runtime.getRuntime();
        return new Environment(
                WallClock.now(),
                version(),
                commit(),
                properties("java.vm.name", "java.runtime.version", "java.vendor"),
                properties("os.name", "os.version", "os.arch"),
                runtime.availableProcessors(),
                runtime.maxMemory() / MIB);
    }

    /** The version of Interlock, as the build wrote it down. */
    static String version() {
        Properties build = new Properties();
        try (InputStream in = Surroundings.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            return "unknown";
        }
        return build.getProperty("version", "unknown");
    }

    /** Empty where there is no git or no repository: the report is as good without. */
    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            boolean ended = git.waitFor(GIT_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                git.destroyForcibly();
                return "";
            }
            return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static String properties(String... names) {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            all.append(all.length() == 0 ? "" : " ").append(System.getProperty(name, ""));
        }
        return all.toString().trim();
    }

    /** Deletes the histories of a former run, and nothing else that may be there. */
    static void sweepHistories(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "history-of-*.txt")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
