// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Stopwatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of NAME. */
public abstract class NameRules extends ClientRuleTest {

    /** Endings that some store, driver or encoding is known to fold, cut, split or expand. */
    private static final List<String> ENDINGS = List.of(
            "",
            "a",
            "A",
            " ",
            "  ",
            "a ",
            " a",
            "\u00e9",
            "e\u0301",
            "\u00df",
            "ss",
            "\u0130",
            "i\u0307",
            "\uff41",
            "\u00a0",
            "\u200b",
            "/",
            "//",
            "/a",
            "/a/",
            "\\",
            "\\\\",
            ".",
            "..",
            "./a",
            ":",
            "::",
            ":a",
            "a:",
            "a:b",
            "a::b",
            "{",
            "}",
            "{}",
            "{a}",
            "}{",
            "%",
            "%25",
            "%20",
            "%2F",
            "%41",
            "+",
            "*",
            "?",
            "[a]",
            "#",
            "&",
            "=",
            "'",
            "''",
            "\"",
            "`",
            ";",
            "--",
            "$",
            "~",
            "_",
            "-",
            ",",
            "|",
            "\ud83d\udd12",
            "null",
            "0",
            "00",
            "1",
            "01");

    /** What a backend may keep for a lock. */
    private static final String PARTS = "lock locks lease owner token fence counter queue waiters turn holder hint "
            + "signal share shares readers writer data";

    private static final String PLAIN = PARTS + " probe ping test check health start tmp temp leases tokens fencing "
            + "generation signals release read write meta index info version schema config status clock time root all "
            + "default interlock";

    private static final String SEPARATORS = "-:/._";

    @Test
    @Proves(Rule.NAME_1)
    void NAME_1_different_names_are_different_locks() throws Exception {
        String base = name();
        holdAll(ENDINGS.stream().map(ending -> base + ending).toList());
    }

    @Test
    @Proves(Rule.NAME_1)
    void NAME_1_names_of_special_characters_alone_are_locks() throws Exception {
        holdAll(List.of(".", "..", "/", "*", "%", " ", "{}", "\\", "zookeeper", "\u00e9", "0"));
    }

    /** A backend may keep something of its own beside the locks, and give it a plain name. */
    @Test
    @Proves(Rule.NAME_1)
    void NAME_1_names_that_a_backend_could_use_itself_are_locks() throws Exception {
        holdAll(List.of(PLAIN.split(" ")));
    }

    /** A backend may put a word behind the name of a lock, for its queue, its token, or its shared holds. */
    @Test
    @Proves(Rule.NAME_1)
    void NAME_1_a_name_with_a_word_of_the_backend_behind_it_is_another_lock() throws Exception {
        String base = name();
        Optional<ShareSteps> shares =
                capabilities().has(Capability.SHARES) ? backend().shares() : Optional.empty();
        Attempt reader = attempt(base, longLease());
        Stopwatch since = new Stopwatch();
        shares.ifPresent(steps -> {
            AcquireOutcome outcome = steps.tryAcquire(reader, Share.READ);
            require(outcome instanceof AcquireOutcome.Granted, "'{}' is free for a reader, and: {}", base, outcome);
        });
        holdAll(Stream.concat(
                        Stream.of(base),
                        SEPARATORS
                                .chars()
                                .mapToObj(Character::toString)
                                .flatMap(
                                        separator -> Stream.of(PARTS.split(" ")).map(word -> base + separator + word)))
                .toList());
        shares.ifPresent(steps -> require(
                steps.release(reader) instanceof ReleaseOutcome.Released
                        || since.elapsed().compareTo(longLease()) >= 0,
                "a reader lost '{}' to one of the locks whose names begin alike",
                base));
    }

    @Test
    @Proves(Rule.NAME_1)
    void NAME_1_generated_names_are_different_locks() throws Exception {
        String base = name();
        String alphabet = "aA:/{}%. \u00e4*";
        Random random = new Random(42);
        List<String> names = Stream.generate(() -> base
                        + random.ints(1 + random.nextInt(4), 0, alphabet.length())
                                .mapToObj(i -> alphabet.substring(i, i + 1))
                                .reduce("", String::concat))
                .distinct()
                .limit(150)
                .toList();
        holdAll(names);
    }

    /** Characters with which encodings begin an escape, most of which are plain in a name. */
    private static final String ESCAPES = "%_=~-.$!@^+&#x";

    /** An encoding that leaves its own escapes as they are gives such a name and a special one the same place. */
    @Test
    @Proves(Rule.NAME_1)
    void NAME_1_a_name_that_looks_like_another_one_encoded_is_another_lock() throws Exception {
        String base = name();
        List<String> names = Stream.concat(
                        Stream.of("/", " "),
                        ESCAPES.chars().mapToObj(Character::toString).flatMap(NameRules::escaped))
                .map(middle -> base + middle + "z")
                .toList();
        holdAll(names);
    }

    private static Stream<String> escaped(String escape) {
        return Stream.of("2f", "2F", "u002f", "20", "u0020").map(code -> escape + code);
    }

    /** Holds all names at once, and then asks for each name's holder. */
    private void holdAll(List<String> names) throws Exception {
        LockClient client = client();
        LockClient other = client();
        Map<String, LockHandle> held = new LinkedHashMap<>();
        for (String name : names) {
            held.put(
                    name,
                    tryAcquire(client, name, renewed(longLease()))
                            .orElseThrow(() -> broken(
                                    "'{}' was not granted: it is taken for '{}', which is held",
                                    name,
                                    holderOf(other.inspect(name), held))));
        }
        for (LockHandle handle : held.values()) {
            Optional<Holder> holder = other.inspect(handle.lockName());
            require(
                    holder.isPresent() && holder.get().fencingToken() == handle.fencingToken(),
                    "inspect of '{}' shows {} instead of token {}",
                    handle.lockName(),
                    holder,
                    handle.fencingToken());
        }
        for (LockHandle handle : held.values()) {
            handle.release();
            require(
                    other.inspect(handle.lockName()).isEmpty(),
                    "'{}' is not free after its release",
                    handle.lockName());
        }
        evidence("{} names held at once", names.size());
    }

    private static String holderOf(Optional<Holder> holder, Map<String, LockHandle> held) {
        return held.values().stream()
                .filter(handle -> holder.isPresent()
                        && handle.fencingToken() == holder.get().fencingToken())
                .map(LockHandle::lockName)
                .findFirst()
                .orElse("something else");
    }

    @Test
    @Proves(Rule.NAME_2)
    void NAME_2_invalid_names_are_refused_before_any_request() {
        InterceptedBackend watched = intercepted();
        LockClient client = client(watched);
        List<String> invalid = new ArrayList<>(List.of(
                "",
                "a\u0000",
                "a\tb",
                "\n",
                "a\u007f",
                "a\u0085",
                "\ud800",
                "a\udc00b",
                "\udc00\ud800",
                "x".repeat(201),
                "\u00e9".repeat(101),
                "\ud83d\udd12".repeat(51)));
        for (String name : invalid) {
            String shown = name.chars()
                    .limit(5)
                    .mapToObj(c -> "U+" + Integer.toHexString(c))
                    .toList()
                    .toString();
            thrown(
                    IllegalArgumentException.class,
                    "lock of " + shown,
                    () -> client.lock(name).tryAcquire());
            thrown(IllegalArgumentException.class, "inspect of " + shown, () -> client.inspect(name));
        }
        require(watched.requests() == 0, "{} requests were sent for invalid names", watched.requests());
    }

    @Test
    @Proves(Rule.NAME_3)
    void NAME_3_the_longest_names_differ_by_their_last_byte() throws Exception {
        String base = name();
        for (String filler : List.of("x", "\u00e9", "\u6f22", "\ud83d\udd12", ":", "%", "{")) {
            String longest = filledTo(base, filler, LockName.MAX_BYTES - 1);
            String longestButTwo = filledTo(base, filler, LockName.MAX_BYTES - 2);
            holdAll(List.of(longest + "a", longest + "b", longest, longestButTwo + "\u00e8", longestButTwo + "\u00e9"));
        }
    }

    /** Limits of stores that an encoded name can meet: of a file's name, a column, an identifier. */
    private static final List<Integer> LIMITS = List.of(64, 128, 191, 250, 255, 256);

    /** The encoded name is put between something: a prefix, braces, an ending. */
    private static final int AROUND = 14;

    /** Encodings let a name grow: by escapes of two or three characters, by hexadecimal digits, or by base 64. */
    @Test
    @Proves(Rule.NAME_3)
    void NAME_3_names_are_locks_however_long_they_become_when_they_are_encoded() {
        LockBackend backend = backend();
        // Only the names around one limit are held at once: the leases of all would end first on a slow machine.
        int held = LIMITS.stream()
                .mapToInt(limit -> holdWithoutRenewal(backend, namesAround(limit)))
                .sum();
        evidence("{} names held", held);
    }

    private int holdWithoutRenewal(LockBackend backend, Set<String> names) {
        Map<String, Grant> held = new LinkedHashMap<>();
        for (String name : names) {
            AcquireOutcome outcome = backend.tryAcquire(attempt(name, longLease()));
            if (!(outcome instanceof AcquireOutcome.Granted granted)) {
                throw broken("'{}', {} bytes, is free, and an attempt ended as {}", name, name.length(), outcome);
            }
            held.put(name, granted.grant());
        }
        held.forEach((name, grant) -> {
            ReleaseOutcome outcome = backend.release(grant.attempt());
            require(
                    outcome instanceof ReleaseOutcome.Released,
                    "'{}', {} bytes, was granted, and its release ended as {}",
                    name,
                    name.length(),
                    outcome);
        });
        return held.size();
    }

    private Set<String> namesAround(int limit) {
        String base = name();
        Set<String> names = new LinkedHashSet<>();
        for (int length = limit - AROUND; length <= limit + 1; length++) {
            names.add(grownTo(base, length, 3));
            names.add(grownTo(base, length, 2));
            names.add(base + "z".repeat(Math.max(1, Math.min(length / 2, LockName.MAX_BYTES) - base.length())));
        }
        return names;
    }

    /** A name that becomes so long if each percent sign in it becomes some characters, and nothing else is escaped. */
    private static String grownTo(String base, int length, int escape) {
        int escaped = Math.max(0, (length - LockName.MAX_BYTES + escape - 2) / (escape - 1));
        int plain = length - escape * escaped - base.length();
        return base + "%".repeat(escaped) + "y".repeat(Math.max(0, plain));
    }

    private static String filledTo(String base, String filler, int bytes) {
        int fillerBytes = filler.getBytes(StandardCharsets.UTF_8).length;
        int free = bytes - base.getBytes(StandardCharsets.UTF_8).length;
        return base + "y".repeat(free % fillerBytes) + filler.repeat(free / fillerBytes);
    }
}
