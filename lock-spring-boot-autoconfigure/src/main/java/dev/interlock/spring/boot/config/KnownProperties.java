// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import java.util.List;
import java.util.stream.Stream;

/** All properties that there are, as Boot's metadata lists them too. */
final class KnownProperties {

    /** Of the application as a whole, without {@code interlock.} */
    static final List<String> OF_APPLICATION = List.of(
            "enabled",
            "unknown-properties",
            "problem-details.enabled",
            "metrics.enabled",
            "metrics.names",
            "fencing.domain",
            "fencing.generation",
            "fencing.max-names",
            "leader.role",
            "leader.election");

    /** Of the acquisitions of a client, or of a block of named locks. */
    static final List<String> OF_ACQUISITIONS = List.of(
            "lease",
            "wait",
            "max-hold",
            "lock-delay",
            "retention",
            "retry.first-pause",
            "retry.max-pause",
            "retry.max-attempts",
            "adaptive-lease.shortest",
            "adaptive-lease.longest");

    /** Of a client, besides its acquisitions. */
    static final List<String> OF_CLIENT = List.of(
            "uri",
            "backend",
            "bean",
            "user",
            "password",
            "require",
            "eager",
            "holder-hint",
            "renewal-threads",
            "hand-off.most",
            "hand-off.within",
            "close-timeout",
            "close-grace");

    private KnownProperties() {}

    /** Those of the application and of its main client. */
    static List<String> ofMainClient() {
        return Stream.of(OF_APPLICATION, OF_CLIENT, OF_ACQUISITIONS)
                .flatMap(List::stream)
                .toList();
    }

    /** Those of a further client, below its name. */
    static List<String> ofFurtherClient() {
        return Stream.of(OF_CLIENT, OF_ACQUISITIONS).flatMap(List::stream).toList();
    }

    /** Those of a block of named locks. */
    static List<String> ofNamedLock() {
        return Stream.concat(Stream.of("pattern", "min-hold"), OF_ACQUISITIONS.stream())
                .toList();
    }
}
