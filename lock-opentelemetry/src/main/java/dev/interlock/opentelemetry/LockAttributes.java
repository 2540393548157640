// SPDX-License-Identifier: Apache-2.0
package dev.interlock.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;

/** The names of the attributes of spans and of their events. OpenTelemetry has no convention for locks; these are ours. */
public final class LockAttributes {

    /** The name of the lock. */
    public static final AttributeKey<String> NAME = AttributeKey.stringKey("interlock.lock.name");

    /** The group of the lock, of which there is a bounded number: see {@link LockTracing#withGroups}. */
    public static final AttributeKey<String> GROUP = AttributeKey.stringKey("interlock.lock.group");

    /** The store of the client, such as {@code redis}. */
    public static final AttributeKey<String> STORE = AttributeKey.stringKey("interlock.lock.store");

    /** The fencing token of the hold. */
    public static final AttributeKey<Long> FENCING_TOKEN = AttributeKey.longKey("interlock.lock.fencing_token");

    /**
     * The end of the acquisition ({@code acquired}, {@code taken}, {@code timed_out}, {@code cancelled},
     * {@code unavailable}, {@code unknown}) or of the hold ({@code released}, {@code not_held}, {@code unknown},
     * {@code lost}).
     */
    public static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("interlock.lock.outcome");

    /** The cause of a loss, such as {@code expired}. */
    public static final AttributeKey<String> LOSS_CAUSE = AttributeKey.stringKey("interlock.lock.loss.cause");

    /** The observed cause of a failure, of a doubt or of a loss, in plain text. */
    public static final AttributeKey<String> REASON = AttributeKey.stringKey("interlock.lock.reason");

    /** The time that the caller waited, in seconds, as the client measured it. */
    public static final AttributeKey<Double> WAITED = AttributeKey.doubleKey("interlock.lock.waited");

    /** The time from the grant to the release, in seconds, as the client measured it. */
    public static final AttributeKey<Double> HELD = AttributeKey.doubleKey("interlock.lock.held");

    /** How late a renewal is, in seconds. */
    public static final AttributeKey<Double> LATE = AttributeKey.doubleKey("interlock.lock.renewal.late");

    /** The hint of the holder that a caller waited for in vain: see {@link LockTracing#withHolders}. */
    public static final AttributeKey<String> HOLDER = AttributeKey.stringKey("interlock.lock.holder");

    private LockAttributes() {}
}
