// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories.move;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The configurations of a move from one store to another, whose tokens switch far behind the present ones. */
record MoveUris(String from, String to) {

    /** Tokens of the old store are its microseconds, and a test moves them on. */
    static final long SWITCH = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));

    String both() {
        return "migrate:from=" + encoded(from) + "&to=" + encoded(to) + "&phase=both";
    }

    String bothWithGeneration() {
        return both() + "&generation=1&switchAt=" + SWITCH;
    }

    String moved() {
        return "migrate:to=" + encoded(to) + "&phase=new&generation=1";
    }

    String movedAndLookedAt() {
        return moved() + "&from=" + encoded(from) + "&switchAt=" + SWITCH;
    }

    private static String encoded(String uri) {
        return URLEncoder.encode(uri, StandardCharsets.UTF_8);
    }
}
