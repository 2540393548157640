// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.grant;

import dev.interlock.DistributedLock;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.TranslatingBackend;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mutants for the NAME rules. */
public final class NameMutants {

    private static final int BUCKETS = 1_000;

    private NameMutants() {}

    public static List<Mutant> all() {
        return List.of(
                folding("name-case", "names that differ in case are one lock", name -> name.toLowerCase(Locale.ROOT)),
                folding("name-trailing-blank", "trailing blanks are ignored, as SQL pads", NameMutants::withoutPadding),
                folding(
                        "name-unicode",
                        "names are normalised",
                        name -> Normalizer.normalize(name, Normalizer.Form.NFKC)),
                folding("name-separators", "repeated separators are one", name -> name.replaceAll("/+", "/")),
                folding("name-path", "a slash at the end is dropped", name -> name.replaceAll("(?<=.)/$", "")),
                folding("name-dot", "a name of dots is resolved like a path", name -> name.equals("..") ? "." : name),
                folding(
                        "name-with-a-part",
                        "a name is taken for what belongs to another lock",
                        name -> name.replaceAll("\\.owner$", "")),
                folding("name-decoded", "percent escapes are decoded", name -> name.replace("%25", "%")),
                folding("name-hash-tag", "braces are dropped from the key", NameMutants::withoutBraces),
                folding(
                        "name-ascii",
                        "what is not ASCII becomes a question mark",
                        name -> new String(name.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII)),
                folding(
                        "name-buckets",
                        "names share one of 1,000 buckets",
                        name -> "bucket" + Math.floorMod(name.hashCode(), BUCKETS)),
                new Mutant("name-cut", "names are cut off after 64 characters", Set.of(Rule.NAME_3), () -> cut(64)),
                new Mutant(
                        "name-cut-late",
                        "names are cut off one character before the longest that is allowed",
                        Set.of(Rule.NAME_3),
                        () -> cut(199)),
                new Mutant(
                        "name-ascii-late",
                        "what is not ASCII is one character in the longest names",
                        Set.of(Rule.NAME_3),
                        () -> MutantFixture.ofStore(
                                (backend, store) -> TranslatingBackend.names(backend, NameMutants::shortened))),
                new Mutant(
                        "name-too-long-when-encoded",
                        "a name whose encoded form has 251 to 255 bytes is too long with its ending",
                        Set.of(Rule.NAME_3),
                        () -> MutantFixture.ofStore((backend, store) -> new ShortOfAnEnding(backend))),
                new Mutant(
                        "name-invalid-accepted",
                        "an invalid name is replaced instead of refused",
                        Set.of(Rule.NAME_2),
                        () -> MutantFixture.ofClients(new MemoryFixture(), Tolerant::new)));
    }

    private static Mutant folding(String id, String broken, UnaryOperator<String> fold) {
        return new Mutant(
                id,
                broken,
                Set.of(Rule.NAME_1),
                () -> MutantFixture.ofStore((backend, store) -> TranslatingBackend.names(backend, fold)));
    }

    private static String withoutPadding(String name) {
        return name.isBlank() ? name : name.stripTrailing();
    }

    private static String withoutBraces(String name) {
        String bare = name.replaceAll("[{}]", "");
        return bare.isEmpty() ? name : bare;
    }

    private static String shortened(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length < LockName.MAX_BYTES
                ? name
                : name.replaceAll("[^\\x00-\\x7f]", "_");
    }

    private static MutantFixture cut(int characters) {
        return MutantFixture.ofStore((backend, store) -> TranslatingBackend.names(
                backend, name -> name.length() <= characters ? name : name.substring(0, characters)));
    }

    private static final class Tolerant extends ForwardingClient {

        Tolerant(LockClient to) {
            super(to);
        }

        @Override
        public DistributedLock lock(String name) {
            try {
                return super.lock(name);
            } catch (IllegalArgumentException e) {
                return super.lock("invalid");
            }
        }

        @Override
        public Optional<Holder> inspect(String name) {
            return lock(name).name().equals(name) ? super.inspect(name) : Optional.empty();
        }
    }

    private static final class ShortOfAnEnding extends ForwardingBackend {

        ShortOfAnEnding(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            int encoded = attempt.name().value().replace("%", "%25").length();
            return encoded > 250 && encoded <= 255
                    ? new AcquireOutcome.Refused(
                            new LockUnavailableException(
                                    "'" + attempt.name() + "' not acquired (" + store() + ")",
                                    new IOException("File name too long")),
                            false)
                    : step.get();
        }
    }
}
