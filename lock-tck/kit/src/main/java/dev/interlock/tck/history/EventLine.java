// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.util.Arrays;

/** The text form of events, one line each. Writes and reads them. */
final class EventLine {

    /** The first line of every file. The number changes when the columns change. */
    static final String HEADER = "interlock-history\t1";

    /** The begin of a line for people. */
    static final String REMARK = "#";

    /** The description of the columns, as remarks. */
    static final String LEGEND = """
            # nanos    clock of the host, the same for all processes
            # process  who wrote the line; nemesis injects the faults
            # op       number of the operation within its process
            # phase    INVOKE, then OK, FAIL or INFO (unknown); NOTE: goes on
            # action   what was done
            # lock     or the resource
            # owner    the attempt, or who was hit
            # tokens   one fencing token, or first-last
            # promise  nanoseconds that the lock is kept, or believed in
            # detail   for people
            # share    units/limit; only of a lock that several may hold
            """;

    private static final int COLUMNS = 10;

    private EventLine() {}

    static String write(HistoryEvent event) {
        String line = String.join(
                "\t",
                Long.toString(event.nanos()),
                escape(event.process()),
                Long.toString(event.op()),
                event.phase().name(),
                event.action().name(),
                escape(event.lock()),
                escape(event.owner()),
                tokens(event),
                Long.toString(event.promiseNanos()),
                escape(event.detail()));
        Share share = event.share();
        return share.equals(LockPart.EXCLUSIVE) ? line : line + "\t" + share.units() + "/" + share.limit();
    }

    /** Reads a line. The IllegalArgumentException that it throws names the mistake in the line. */
    static HistoryEvent read(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length != COLUMNS && columns.length != COLUMNS + 1) {
            throw new IllegalArgumentException(
                    "expected " + COLUMNS + " columns separated by tabs but found " + columns.length);
        }
        long[] block = block(columns[7]);
        return new HistoryEvent(
                number("nanos", columns[0]),
                unescape(columns[1]),
                number("op", columns[2]),
                constant(Phase.class, columns[3]),
                constant(Action.class, columns[4]),
                unescape(columns[5]),
                unescape(columns[6]),
                block[0],
                Math.toIntExact(block[1]),
                number("promise", columns[8]),
                columns.length == COLUMNS ? LockPart.EXCLUSIVE : share(columns[COLUMNS]),
                unescape(columns[9]));
    }

    private static Share share(String column) {
        int slash = column.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("'" + column + "' is no share of a lock");
        }
        return new Share(
                Math.toIntExact(number("units", column.substring(0, slash))),
                Math.toIntExact(number("limit", column.substring(slash + 1))));
    }

    private static String tokens(HistoryEvent event) {
        return switch (event.tokens()) {
            case 0 -> "";
            case 1 -> Long.toString(event.token());
            default -> event.token() + "-" + (event.token() + event.tokens() - 1);
        };
    }

    private static long[] block(String column) {
        if (column.isEmpty()) {
            return new long[] {0, 0};
        }
        int dash = column.indexOf('-');
        long first = number("token", dash < 0 ? column : column.substring(0, dash));
        long last = dash < 0 ? first : number("token", column.substring(dash + 1));
        if (first <= 0 || last < first || last - first >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException("'" + column + "' is not a token or a block of tokens");
        }
        return new long[] {first, last - first + 1};
    }

    private static long number(String column, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(column + " '" + text + "' is not a number", e);
        }
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text + "' is none of " + Arrays.toString(type.getEnumConstants())));
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain.append(c == '\\' ? escaped(text, ++i) : c);
        }
        return plain.toString();
    }

    private static char escaped(String text, int at) {
        char c = at < text.length() ? text.charAt(at) : ' ';
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case '\\' -> c;
            default ->
                throw new IllegalArgumentException("'" + text + "' has a backslash before neither t, n, r nor \\");
        };
    }
}
