// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.LockName;
import java.util.Objects;
import java.util.regex.Pattern;

/** A half of a lock for readers and writers, by the name that its handles have. */
enum Half {
    READ("/read", "reading"),
    WRITE("/write", "writing");

    private static final Pattern NUMBER = Pattern.compile("#[1-9]\\d*$");
    private static final Pattern PERMIT = Pattern.compile("/[1-9]\\d*-of-[1-9]\\d*$");

    private final String suffix;
    private final String verb;

    Half(String suffix, String verb) {
        this.suffix = suffix;
        this.verb = verb;
    }

    /** The name of the half, without the number of a reader with a grant of its own; refuses another name. */
    LockName require(LockName name) {
        Objects.requireNonNull(name, "lock");
        String plain = NUMBER.matcher(name.value()).replaceFirst("");
        if (!names(plain)) {
            throw new IllegalArgumentException("'" + name + "' makes no claim for " + verb + ": " + why(plain));
        }
        LockName half = new LockName(plain);
        other(half);
        return half;
    }

    /** The other half of a lock of which this half is given. */
    LockName other(LockName half) {
        String value = half.value();
        String lock = value.substring(0, value.length() - suffix.length());
        return new LockName(lock + (this == READ ? WRITE : READ).suffix);
    }

    private boolean names(String value) {
        return value.endsWith(suffix) && value.length() > suffix.length();
    }

    private String why(String value) {
        if (this == READ && WRITE.names(value)) {
            return "it is the lock of writers: use writing(...)";
        }
        if (this == WRITE && READ.names(value)) {
            return "its holder only reads, beside others: acquire the write lock to write";
        }
        if (PERMIT.matcher(value).find()) {
            return "it is a permit, and an older permit may still be valid, so no guard can tell which one to refuse";
        }
        return "it is no half of a lock for readers and writers, whose handles are named such as 'prices" + suffix
                + "'; an exclusive lock claims by claim(...)";
    }
}
