// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static java.util.Map.entry;

import java.util.Map;

/** The classes with state that no stress test touches, and why. */
final class UntestedState {

    private static final String CONSTANT = "what it has is set once, before a second thread sees it";
    private static final String STEPS = "confined to the steps of an acquisition, which SerialTask runs one at a time";
    private static final String CALLER = "confined to the thread that makes a client";
    private static final String OF_THE_JDK = "each of its methods makes one call of a thread-safe class of the JDK";

    static final Map<String, String> REASONS = Map.ofEntries(
            entry("dev.interlock.Capabilities", CONSTANT),
            entry("dev.interlock.ClientOptions", CONSTANT),
            entry("dev.interlock.LockSettings", CONSTANT),
            entry("dev.interlock.internal.acquire.AcquisitionNews", STEPS),
            entry("dev.interlock.internal.acquire.WaitTimer", STEPS),
            entry("dev.interlock.internal.backend.SafeBackend", CONSTANT),
            entry("dev.interlock.internal.backend.SafeContest", STEPS),
            entry("dev.interlock.spi.toolbox.BackendProviders", CALLER),
            entry(
                    "dev.interlock.internal.client.ReentrantHolds",
                    "each entry belongs to one thread, and others remove it only once that has died"),
            entry("dev.interlock.internal.client.SharedEngine", "one reference, which is set once under a guard"),
            entry("dev.interlock.spi.toolbox.UnservedUri", CONSTANT),
            entry(
                    "dev.interlock.internal.hold.Abandonment",
                    "one flag: its reader runs when the hold is over, or when no thread has the handle that sets it"),
            entry(
                    "dev.interlock.internal.hold.AsyncWork",
                    "a test of the end against the timer's look did not find a planted bug: the window is too short"),
            entry(
                    "dev.interlock.internal.election.LeaderWatch",
                    "its looks follow each other: each sets the timer of the next when it is over"),
            entry("dev.interlock.internal.hold.HoldState", CONSTANT),
            entry(
                    "dev.interlock.internal.lease.LeaseDeadline",
                    "written under the guard of its hold, and what another thread reads without it is decided again under it"),
            entry(
                    "dev.interlock.internal.lease.LastOptions",
                    "one reference to an immutable record: a race has one more thread merge the same options"),
            entry("dev.interlock.internal.machine.ClientThreads", CONSTANT),
            entry("dev.interlock.internal.machine.RenewalThreads", OF_THE_JDK),
            entry("dev.interlock.internal.multi.BulkAcquisition", STEPS),
            entry("dev.interlock.internal.multi.HeldParts", STEPS),
            entry("dev.interlock.internal.multi.MultiHandle", CONSTANT),
            entry("dev.interlock.internal.share.PartHandle", CONSTANT),
            entry("dev.interlock.internal.share.ShareBackend", OF_THE_JDK),
            entry("dev.interlock.memory.ManualClock", "each of its methods is one step under one lock"),
            entry("dev.interlock.memory.MemoryLockBackendProvider", OF_THE_JDK),
            entry(
                    "dev.interlock.memory.MemoryLossWatch",
                    "a set of the JDK, to which a grant is added before the look at the store that a deletion may overtake"),
            entry("dev.interlock.memory.MemoryShares", "used under the guard of its store, but for a map of the JDK"),
            entry("dev.interlock.spi.toolbox.share.RecordedContest", STEPS),
            entry("dev.interlock.spi.toolbox.DaemonThreads", OF_THE_JDK),
            entry(
                    "dev.interlock.spi.toolbox.GivenWarnings",
                    "one set for the whole process, which now and then is cleared: then a warning may come twice"),
            entry("dev.interlock.spi.toolbox.SecretMask", CONSTANT),
            entry("dev.interlock.spi.toolbox.StoreOptions", CALLER));

    private UntestedState() {}
}
