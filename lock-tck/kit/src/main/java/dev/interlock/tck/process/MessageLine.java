// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One message of an {@link RpcPeer} as a line of text: its kind, the number of its question, and words with any
 * content.
 *
 * @param kind the kind of the line
 * @param number ties question and answer together; each side counts its own questions
 * @param words the rest
 */
record MessageLine(Kind kind, long number, List<String> words) {

    /** The direction and role of a line. */
    enum Kind {
        /** A command of the parent to the child. */
        COMMAND,
        /** The child's result of a command. */
        RESULT,
        /** A question of the child to the parent. */
        QUESTION,
        /** The parent's answer. */
        ANSWER
    }

    MessageLine(Kind kind, long number, String... words) {
        this(kind, number, List.of(words));
    }

    static MessageLine parse(String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length < 2) {
            throw new IllegalArgumentException("not a line of the protocol: '" + text + "'");
        }
        List<String> words = Stream.of(parts)
                .skip(2)
                .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                .toList();
        return new MessageLine(Kind.valueOf(parts[0]), Long.parseLong(parts[1]), words);
    }

    String word(int index) {
        return words.get(index);
    }

    @Override
    public String toString() {
        return kind + " " + number
                + words.stream()
                        .map(word -> " " + URLEncoder.encode(word, StandardCharsets.UTF_8))
                        .collect(Collectors.joining());
    }
}
