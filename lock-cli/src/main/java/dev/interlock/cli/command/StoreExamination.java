// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.AcquireOptions;
import dev.interlock.HeldLock;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.exit.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** What {@code doctor} does to a store that a client is connected to. It leaves nothing held. */
final class StoreExamination {

    private static final Duration LEASE = Duration.ofSeconds(30);

    /** A step that takes a quarter of the usual time limit of 2 s fails soon. */
    private static final long SLOW_MILLIS = 500;

    /** As much as clocks that are synchronised never differ. */
    private static final Duration MOST_OFFSET = Duration.ofSeconds(1);

    private static final Pattern LOOPBACK =
            Pattern.compile("[a-z0-9:+-]*?//(?:[^/?@]*@)?(?:localhost|127\\.[0-9.]+|\\[::1])(?:[:/?,].*)?");
    private static final Pattern ENCRYPTED =
            Pattern.compile("rediss.*|redlock:rediss.*|.*[?&](?:tls=true|ssl=true|useSSL=true"
                    + "|(?:sslmode|sslMode)=(?:require|required|verify.*|REQUIRED|VERIFY.*)).*");

    private final LockClient client;
    private final String uri;
    private final Consumer<String> good;
    private final Consumer<String> warning;

    StoreExamination(LockClient client, String uri, Consumer<String> good, Consumer<String> warning) {
        this.client = client;
        this.uri = uri;
        this.good = good;
        this.warning = warning;
    }

    void run() throws InterruptedException {
        encryption();
        try {
            steps("interlock-doctor-" + UUID.randomUUID());
        } catch (LockException e) {
            throw new Failure(ExitCode.BROKEN, String.valueOf(e.getMessage()));
        }
    }

    private void encryption() {
        if (uri.startsWith("memory:") || LOOPBACK.matcher(uri).matches()) {
            return;
        }
        if (ENCRYPTED.matcher(uri).matches()) {
            good.accept("the connection is encrypted");
        } else {
            warning.accept(
                    "the connection is not known to be encrypted, so login and tokens may cross the network in clear"
                            + " text: use rediss, tls=true, or sslMode=VERIFY_IDENTITY of the driver");
        }
    }

    private void steps(String name) throws InterruptedException {
        long began = System.nanoTime();
        Instant before = Instant.now();
        LockHandle handle = client.lock(name)
                .acquire(AcquireOptions.waitAtMost(Duration.ofSeconds(5)).withLease(LEASE));
        try {
            Instant after = Instant.now();
            long acquired = DoctorCommand.millisSince(began);
            long renewing = System.nanoTime();
            RenewResult renewed = handle.renew(LEASE);
            long renewedMillis = DoctorCommand.millisSince(renewing);
            list(name, before, after);
            long releasing = System.nanoTime();
            ReleaseResult released = handle.release();
            long releasedMillis = DoctorCommand.millisSince(releasing);
            String times = String.format(
                    Locale.ROOT,
                    "acquired in %d ms, renewed in %d ms, released in %d ms",
                    acquired,
                    renewedMillis,
                    releasedMillis);
            if (renewed != RenewResult.RENEWED || released != ReleaseResult.RELEASED) {
                throw new Failure(
                        ExitCode.BROKEN, "a lock was lost while it was checked: renewed " + renewed + ", " + released);
            }
            if (Math.max(acquired, Math.max(renewedMillis, releasedMillis)) > SLOW_MILLIS) {
                warning.accept(
                        "steps are slow (" + times + "): check the server's load and the network, or raise timeout");
            } else {
                good.accept(times);
            }
        } finally {
            handle.release();
        }
    }

    private void list(String name, Instant before, Instant after) {
        List<HeldLock> listed;
        try {
            listed = client.operator().list(name, 1);
        } catch (LockUnavailableException e) {
            good.accept("interlock list and free are not for this user or store: " + e.getMessage());
            return;
        }
        good.accept("this user may list locks");
        Optional<Instant> granted = listed.stream().findFirst().flatMap(HeldLock::since);
        granted.ifPresent(since -> clock(since, before, after));
    }

    /** The store's time of the grant lies between the two times here, if the clocks agree. */
    private void clock(Instant granted, Instant before, Instant after) {
        Duration offset = granted.isBefore(before)
                ? Duration.between(granted, before).negated()
                : granted.isAfter(after) ? Duration.between(after, granted) : Duration.ZERO;
        String text = "the server's clock is " + TimeOption.text(offset.abs())
                + (offset.isNegative()
                        ? " behind this host's"
                        : offset.isZero() ? " off this host's" : " ahead of this host's");
        if (offset.abs().compareTo(MOST_OFFSET) > 0) {
            warning.accept(
                    text + ": synchronise both, and slew the server's clock, never step it, since leases follow it");
        } else {
            good.accept(text);
        }
    }
}
