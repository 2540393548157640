// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.conformance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.report.data.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A statement of conformance as the kit wrote it; {@code conformance/README.md} describes the members. */
record StatementFile(
        String format,
        String name,
        String date,
        Kit kit,
        Backend backend,
        Store store,
        String jdk,
        String os,
        Map<String, Long> seeds,
        List<String> evidence,
        List<Shown> capabilities,
        List<RuleLine> rules) {

    static final String ENDING = ".json";

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /** Refuses a statement without one of its members. */
    StatementFile {
        allThere(format, name, date, kit, backend, store, jdk, os);
        seeds = Map.copyOf(seeds);
        evidence = List.copyOf(evidence);
        capabilities = List.copyOf(capabilities);
        rules = List.copyOf(rules);
    }

    private static void allThere(@Nullable Object... members) {
        for (Object member : members) {
            Objects.requireNonNull(member, "a member is missing");
        }
    }

    /** The hash is missing, with a reason, if the kit was not run from its jar. */
    record Kit(
            String version,
            @Nullable String sha256,
            @Nullable String why) {

        Kit {
            allThere(version);
        }
    }

    record Backend(String name, String version) {

        Backend {
            allThere(name, version);
        }
    }

    record Store(String name, String topology, String reported) {

        Store {
            allThere(name, topology, reported);
        }
    }

    /** A capability, and the rules that showed it or its absence. */
    record Shown(String capability, boolean declared, List<String> shownBy) {

        Shown {
            allThere(capability);
            shownBy = List.copyOf(shownBy);
        }
    }

    record RuleLine(String rule, String obligation, Status status, List<TestLine> tests) {

        RuleLine {
            allThere(rule, obligation, status);
            tests = List.copyOf(tests);
        }

        boolean kept() {
            return status == Status.PASSED || status == Status.PARTLY;
        }

        /** The reason of the first test that did not pass. */
        String why() {
            return tests.stream()
                    .map(TestLine::why)
                    .filter(why -> !why.isEmpty())
                    .findFirst()
                    .orElse("");
        }
    }

    record TestLine(String test, Status status, String why, String seen) {

        TestLine(String test, Status status, @Nullable String why, @Nullable String seen) {
            allThere(test, status);
            this.test = test;
            this.status = status;
            this.why = why == null ? "" : why;
            this.seen = seen == null ? "" : seen;
        }
    }

    /** Reads a statement; fails if a member is missing, null or unknown. */
    static StatementFile read(Path file) throws IOException {
        return parse(Files.readString(file));
    }

    static StatementFile parse(String json) throws IOException {
        return MAPPER.readValue(json, StatementFile.class);
    }

    /** Such as {@code 97 of 100 rules, 3 not exercised}. */
    String result() {
        StringBuilder result = new StringBuilder()
                .append(rules.stream().filter(RuleLine::kept).count())
                .append(" of ")
                .append(rules.size())
                .append(" rules");
        append(result, count(Status.PARTLY), " in part");
        append(result, count(Status.NOT_EXERCISED), " not exercised");
        append(result, count(Status.FAILED) + count(Status.ERROR), " not kept");
        return result.toString();
    }

    private static void append(StringBuilder result, long count, String what) {
        if (count > 0) {
            result.append(", ").append(count).append(what);
        }
    }

    private long count(Status status) {
        return rules.stream().filter(rule -> rule.status() == status).count();
    }

    List<RuleLine> not(Status status) {
        return rules.stream().filter(rule -> rule.status() != status).toList();
    }
}
