// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A module of the model that makes the steps of traces. Immutable. */
public enum TraceModule {

    /** What a simulated schedule did, with what the store did. */
    SIMULATED("Trace", """
              LockDelay = 0
              Attempts = 1
              Doubts = TRUE
              Repeats = TRUE
            """),

    /** What client processes saw of a real store. */
    OBSERVED("Observed", """
              LockDelay = 1000000000
              Attempts = 1000000
              Doubts = FALSE
              Repeats = FALSE
            VIEW Matters
            """);

    private static final String CONFIGURATION = """
            SPECIFICATION %sSpec
            CONSTANTS
              Clients = {%s}
              Tells = %s
              Lease = 0
              Margin = 0
              Drift = 0
              LongestPause = 0
              LastTick = 0
              Requests = 1000000
              MostGrants = 1000000
              Faults = {}
              SurvivesRestart = FALSE
              SurvivesFailOver = FALSE
              SurvivesClockJump = FALSE
              TokensSurviveDataLoss = TRUE
              Guard = "claim first"
              Defects = {}
            %s""";

    private final String module;
    private final String constants;

    TraceModule(String module, String constants) {
        this.module = module;
        this.constants = constants;
    }

    String module() {
        return module;
    }

    /** In TLC's format, for so many clients; whether each step that is reached is printed. */
    String configuration(int clients, boolean tells) {
        String names = IntStream.rangeClosed(1, Math.max(1, clients))
                .mapToObj(number -> "\"a" + number + "\"")
                .collect(Collectors.joining(", "));
        return CONFIGURATION.formatted(module, names, tells ? "TRUE" : "FALSE", constants);
    }
}
