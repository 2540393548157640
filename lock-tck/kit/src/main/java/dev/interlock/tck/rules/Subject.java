// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.Capability;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.context.StandaloneContext;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The backend of a run, as it describes itself once it has started on the store. Immutable.
 *
 * @param backend the kind of backend that it declares
 * @param version its version as its jar has it, empty if it does not
 * @param reported how it describes the store
 * @param declared the capabilities that it declares
 */
public record Subject(String backend, String version, String reported, Set<Capability> declared) {

    /** The system property with the directory for statements. If it is set, a rule of each run records the subject. */
    public static final String STATEMENTS = "interlock.tck.statement";

    private static final int PARTS = 4;

    /** Copies the set. */
    public Subject {
        declared = Set.copyOf(declared);
    }

    /** Starts a backend of the fixture, asks it, and closes it. */
    public static Subject of(LockFixture fixture) {
        try (LockBackend backend = fixture.openBackend()) {
            backend.start(new StandaloneContext());
            return new Subject(
                    backend.capabilities().backend(),
                    JarVersion.of(backend.getClass()),
                    backend.description().product(),
                    backend.capabilities().declared());
        }
    }

    /** The value of an entry in JUnit's reports, from which {@link #read} reads the subject again. */
    String entry() {
        return Stream.of(
                        backend,
                        version,
                        reported,
                        declared.stream().map(Capability::name).sorted().collect(Collectors.joining(" ")))
                .map(part -> part.replace('\n', ' '))
                .collect(Collectors.joining("\n"));
    }

    static Subject read(String entry) {
        List<String> parts = List.of(entry.split("\n", PARTS));
        Set<Capability> declared = EnumSet.noneOf(Capability.class);
        Stream.of(Capability.values())
                .filter(capability ->
                        List.of(parts.get(PARTS - 1).split(" ", -1)).contains(capability.name()))
                .forEach(declared::add);
        return new Subject(parts.get(0), parts.get(1), parts.get(2), declared);
    }
}
