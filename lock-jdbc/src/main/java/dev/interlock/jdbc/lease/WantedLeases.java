// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.LockName;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.spi.Attempt;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Several locks as one argument of a statement, which then has the same text for any number of them: an array of JSON,
 * sorted by the bytes of the names, so that all clients lock rows in the same order. Names, owners and hints are hexadecimal,
 * so that nothing has to be escaped and no character set is asked what it thinks of them.
 *
 * @param json the array; holds the ids of the attempts, so it is not for showing
 * @param count how many
 */
record WantedLeases(String json, int count) {

    private static final HexFormat HEX = HexFormat.of();

    /** To be looked up, or added. */
    static WantedLeases named(Collection<Attempt> attempts) {
        return of(attempts, attempt -> "");
    }

    /** To be deleted; the names are those of rows, sorted. */
    static WantedLeases ofKeys(List<byte[]> names) {
        String json = names.stream()
                .map(name -> "{\"name\":\"" + key(name) + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        return new WantedLeases(json, names.size());
    }

    /** To be renewed, released or asked for by their owners. */
    static WantedLeases owned(Collection<Attempt> attempts, LeaseOwners owners) {
        return of(attempts, attempt -> owner(attempt, owners));
    }

    /** To be acquired. */
    static WantedLeases acquired(Collection<Attempt> attempts, LeaseOwners owners) {
        return of(attempts, attempt -> grant(attempt, owners));
    }

    private static WantedLeases of(Collection<Attempt> attempts, Function<Attempt, String> rest) {
        List<Attempt> sorted = attempts.stream()
                .sorted(Comparator.comparing(attempt -> key(attempt.name())))
                .toList();
        String json = sorted.stream()
                .map(attempt -> "{\"name\":\"" + key(attempt.name()) + "\"" + rest.apply(attempt) + "}")
                .collect(Collectors.joining(",", "[", "]"));
        return new WantedLeases(json, sorted.size());
    }

    /** The bytes of the name as they are shown to be compared: in their order, and as a row's key is read. */
    static String key(LockName name) {
        return key(JdbcKeys.of(name));
    }

    static String key(byte[] name) {
        return HEX.formatHex(name);
    }

    private static String owner(Attempt attempt, LeaseOwners owners) {
        return ",\"owner\":\"" + HEX.formatHex(owners.of(attempt)) + "\"";
    }

    private static String grant(Attempt attempt, LeaseOwners owners) {
        String hint = attempt.holderHint();
        return owner(attempt, owners)
                + ",\"lease\":" + attempt.lease().dividedBy(ChronoUnit.MICROS.getDuration())
                + ",\"tokens\":" + owners.tokenCount(attempt)
                + (hint == null ? "" : ",\"hint\":\"" + HEX.formatHex(hint.getBytes(StandardCharsets.UTF_8)) + "\"");
    }
}
