// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a record: a line with the format, the limit and the last token; then a line for each grant, and one for
 * each waiter, in the order in which they came; then a full stop, without which the text was cut off.
 */
final class ShareRecordText {

    private static final String FORMAT = "1";
    private static final String END = ".";
    private static final String NO_HINT = "-";
    private static final String HINT = "=";

    private ShareRecordText() {}

    static String of(ShareRecord record) {
        StringBuilder text = new StringBuilder(FORMAT + " " + record.limit() + " " + record.lastToken() + "\n");
        record.held().forEach(one -> text.append(line(one)).append('\n'));
        record.waiting().forEach(one -> text.append(line(one)).append('\n'));
        return text.append(END).toString();
    }

    private static String line(ShareRecord.Held one) {
        return "h " + one.id() + " " + one.units() + " " + one.token() + " " + one.untilMillis() + " "
                + hinted(one.hint());
    }

    private static String line(ShareRecord.Waiting one) {
        return "w " + one.id() + " " + one.units() + " " + one.untilMillis() + " " + one.leaseMillis() + " "
                + one.tokens() + " " + hinted(one.hint());
    }

    /** Throws if it is no such text. */
    static ShareRecord parse(String text) {
        List<ShareRecord.Held> held = new ArrayList<>();
        List<ShareRecord.Waiting> waiting = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        int last = lines.length - 1;
        if (!lines[last].equals(END)) {
            throw new IllegalArgumentException("cut off");
        }
        for (int i = 1; i < last; i++) {
            String line = lines[i];
            String[] words = line.split(" ", line.startsWith("w") ? 7 : 6);
            AttemptIdText.require(words[1]);
            String hint = hint(words[words.length - 1]);
            if (words[0].equals("h") && words.length == 6) {
                held.add(new ShareRecord.Held(
                        words[1], number(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]), hint));
            } else if (words[0].equals("w") && words.length == 7) {
                waiting.add(new ShareRecord.Waiting(
                        words[1],
                        number(words[2]),
                        Long.parseLong(words[3]),
                        Long.parseLong(words[4]),
                        number(words[5]),
                        hint));
            } else {
                throw new IllegalArgumentException("no such line");
            }
        }
        String[] head = lines[0].split(" ", -1);
        if (head.length != 3 || !head[0].equals(FORMAT)) {
            throw new IllegalArgumentException("no such format");
        }
        return new ShareRecord(Integer.parseInt(head[1]), Long.parseLong(head[2]), held, waiting);
    }

    private static String hinted(@Nullable String hint) {
        return hint == null ? NO_HINT : HINT + hint;
    }

    private static @Nullable String hint(String word) {
        if (word.equals(NO_HINT)) {
            return null;
        }
        if (!word.startsWith(HINT)) {
            throw new IllegalArgumentException("no hint");
        }
        return word.substring(HINT.length());
    }

    private static int number(String word) {
        int number = Integer.parseInt(word);
        if (number < 1) {
            throw new IllegalArgumentException("no such number");
        }
        return number;
    }
}
