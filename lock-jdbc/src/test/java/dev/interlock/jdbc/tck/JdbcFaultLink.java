// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import java.time.Duration;

final class JdbcFaultLink {
    static final Duration TIMEOUT = Duration.ofSeconds(1);
}
