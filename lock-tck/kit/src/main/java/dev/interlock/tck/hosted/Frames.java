// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.hosted;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** How the values of the SPI travel between a host and a client process; both run the same build. */
final class Frames {

    /** A step that waits for a signal has none here: waiters ask again. */
    private static final Set<Capability> LOCAL =
            EnumSet.of(Capability.NOTIFIES_WAITERS, Capability.FIFO_BETWEEN_CLIENTS);

    private Frames() {}

    static void write(DataOutput out, Attempt attempt) throws IOException {
        out.writeUTF(attempt.name().value());
        out.writeLong(attempt.id().high());
        out.writeLong(attempt.id().low());
        out.writeLong(attempt.lease().toMillis());
        out.writeInt(attempt.tokens());
    }

    static Attempt readAttempt(DataInput in) throws IOException {
        LockName name = new LockName(in.readUTF());
        AttemptId id = new AttemptId(in.readLong(), in.readLong());
        return new Attempt(name, id, Duration.ofMillis(in.readLong()), in.readInt(), null);
    }

    static void write(DataOutput out, Capabilities capabilities) throws IOException {
        out.writeUTF(capabilities.backend());
        out.writeUTF(capabilities.declared().stream()
                .filter(capability -> !LOCAL.contains(capability))
                .map(Enum::name)
                .collect(Collectors.joining(",")));
        out.writeLong(capabilities.minLease().toMillis());
        out.writeLong(capabilities.maxLease().toMillis());
        out.writeInt(capabilities.maxTokens());
    }

    static Capabilities readCapabilities(DataInput in) throws IOException {
        String backend = in.readUTF();
        Set<Capability> declared = EnumSet.noneOf(Capability.class);
        for (String name : in.readUTF().split(",", 0)) {
            if (!name.isEmpty()) {
                declared.add(Capability.valueOf(name));
            }
        }
        Duration minLease = Duration.ofMillis(in.readLong());
        Duration maxLease = Duration.ofMillis(in.readLong());
        return new Capabilities(backend, declared, Waiting.POLL, minLease, maxLease, in.readInt());
    }
}
