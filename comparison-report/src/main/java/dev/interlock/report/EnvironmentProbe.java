// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.data.Report.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Determines the environment of the report: versions, JVM, operating system, cores, memory. */
public final class EnvironmentProbe {

    private static final int GIT_SECONDS = 5;
    private static final long MIB = 1 << 20;

    private EnvironmentProbe() {}

    /**
     * The environment of this JVM.
     *
     * @return the environment, as far as it is known
     */
    public static Environment now() {
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

    /** The version of Interlock, as the build recorded it. */
    static String version() {
        Properties build = new Properties();
        try (InputStream in = EnvironmentProbe.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            return "unknown";
        }
        return build.getProperty("version", "unknown");
    }

    /** Empty where there is no git or no repository: the report is still complete. */
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
}
