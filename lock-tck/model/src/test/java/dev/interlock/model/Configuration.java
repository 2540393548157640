// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A configuration of the model: a module with values for its constants. Comments at its head say which module, and
 * whether everything holds or which property is broken, and whether it is nightly. Immutable.
 *
 * @param name without the suffix
 * @param text in TLC's format
 */
record Configuration(String name, String text) {

    private static final Pattern MODULE = Pattern.compile("^\\\\\\* Module: (\\w+)$", Pattern.MULTILINE);
    private static final Pattern BREAKS = Pattern.compile("^\\\\\\* Breaks: (\\w+)$", Pattern.MULTILINE);
    private static final Pattern ASKED = Pattern.compile("^(?:INVARIANTS|PROPERTY) (.+)$", Pattern.MULTILINE);
    private static final Pattern LARGE = Pattern.compile("^\\\\\\* Large: (.+)$", Pattern.MULTILINE);

    /** Those of the model's directory, in the order of their names. */
    static List<Configuration> all() {
        try (Stream<Path> files = Files.list(Tlc.MODEL)) {
            return files.filter(file -> file.toString().endsWith(".cfg"))
                    .sorted()
                    .map(Configuration::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Configuration read(Path file) {
        try {
            return new Configuration(file.getFileName().toString().replace(".cfg", ""), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String module() {
        return found(MODULE).orElseThrow(() -> new IllegalStateException(name + ".cfg names no module"));
    }

    /** The property that this configuration breaks; empty if all hold. */
    Optional<String> breaks() {
        return found(BREAKS);
    }

    /** The invariants and the liveness property that TLC is asked for. */
    List<String> properties() {
        return ASKED.matcher(text)
                .results()
                .flatMap(line -> Arrays.stream(line.group(1).split(" ")))
                .toList();
    }

    /** Whether it takes too long for each build. */
    boolean isNightly() {
        return text.contains("\n\\* Nightly\n");
    }

    /** The same with bounds that are too large for each build; empty if there are none. */
    Optional<Configuration> large() {
        return found(LARGE)
                .map(bounds -> with(Arrays.stream(bounds.split(", "))
                        .map(bound -> bound.split(" = "))
                        .collect(toMap(bound -> bound[0], bound -> bound[1]))));
    }

    /** The same with other values for some constants, each of which the configuration must have. */
    Configuration with(Map<String, String> constants) {
        String changed = text;
        for (Map.Entry<String, String> constant : constants.entrySet()) {
            Matcher line = Pattern.compile("^  " + constant.getKey() + " = .*$", Pattern.MULTILINE)
                    .matcher(changed);
            if (!line.find()) {
                throw new IllegalArgumentException(name + ".cfg has no constant " + constant.getKey());
            }
            changed =
                    line.replaceFirst(Matcher.quoteReplacement("  " + constant.getKey() + " = " + constant.getValue()));
        }
        return new Configuration(name, changed);
    }

    /** The same with one invariant instead of its own. */
    Configuration asking(String invariant) {
        return new Configuration(
                name,
                Pattern.compile("^INVARIANTS .*$", Pattern.MULTILINE)
                        .matcher(text)
                        .replaceFirst("INVARIANTS " + invariant));
    }

    private Optional<String> found(Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    @Override
    public String toString() {
        return name;
    }
}
