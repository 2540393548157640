// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.application;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The section of the page of quick starts, with its only block in a language. */
final class QuickStart {

    private static final Pattern SECTION = Pattern.compile("(?ms)^## Quarkus\n(.*?)^## ");

    private QuickStart() {}

    static String block(String language) {
        try {
            Matcher section = SECTION.matcher(Files.readString(Path.of("../../docs/quick-starts.md")));
            if (section.find()) {
                Matcher block =
                        Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(section.group(1));
                if (block.find()) {
                    return block.group(1);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("the quick start of Quarkus has no block of " + language);
    }
}
